"""What is damaged by hand in a record, in SQL, and what a check says of each. No tests."""

from __future__ import annotations

from scorekeeper.games import GAMES

SUM = "deal_score.score: expected numbers that sum to 0, got"

# What is done by hand, and what is said of it: rows that follow from the facts ...
PROJECTED: dict[str, tuple[str, list[str]]] = {
    "a score changed": (
        "UPDATE deal_score SET score = 5 WHERE deal_id = :deal AND player_id = :ben",
        [
            'here, deal 1, "Ben": deal_score.score: expected 4, got 5',
            f"here, deal 1: {SUM} [-2, 5, -2]",
        ],
    ),
    "a payoff changed": (
        "UPDATE deal_score SET payoff = 'much' WHERE deal_id = :third AND player_id = :anna",
        ['here, deal 3, "Anna": deal_score.payoff: expected 4, got "much"'],
    ),
    "payoffs changed": (
        "UPDATE deal_score SET payoff = 1 WHERE deal_id = :third AND player_id = :anna",
        [
            'here, deal 3, "Anna": deal_score.payoff: expected 4, got 1',
            "here, deal 3: deal_score.payoff: expected numbers that sum to 0, got [1, -2, -2]",
        ],
    ),
    "a role changed": (
        "UPDATE deal_score SET role = 'dealer' WHERE deal_id = :deal AND player_id = :ben",
        ['here, deal 1, "Ben": deal_score.role: expected "soloist", got "dealer"'],
    ),
    "a result changed": (
        "UPDATE deal_result SET outcome = 'lost', dealer = NULL, sweep = 'x' WHERE deal_id = :deal",
        [
            "here, deal 1: deal_result.dealer: expected 0, got nothing",
            'here, deal 1: deal_result.outcome: expected "won", got "lost"',
            'here, deal 1: deal_result.sweep: expected nothing, got "x"',
        ],
    ),
    "a score missing": (
        "DELETE FROM deal_score WHERE deal_id = :deal AND player_id = :ben",
        [
            'here, deal 1, "Ben": deal_score: expected a row, got nothing',
            f"here, deal 1: {SUM} [-2, -2]",
            f"here, deal 1: {SUM.replace('.score', '.payoff')} [-2, -2]",
        ],
    ),
    "a result missing": (
        "DELETE FROM deal_result WHERE deal_id = :third",
        ["here, deal 3: deal_result: expected a row, got nothing"],
    ),
    "a score of somebody else": (
        "INSERT INTO deal_score VALUES (:deal, :dino, :match, 'out', 0, 0, 0, '', NULL)",
        [
            (
                "here, deal 1, player <dino>: deal_score: expected no row, "
                'got {"match_id": <match>, "role": "out", "score": 0, "payoff": 0, "...'
            )
        ],
    ),
    "a result of an undone deal": (
        "INSERT INTO deal_result VALUES (:undone, :match, 0, 'won', 'solo', 6, NULL, 2)",
        [
            (
                "here, hidden deal with id <undone>: deal_result: expected no row, "
                'got {"match_id": <match>, "dealer": 0, "outcome": "won", "contract"...'
            )
        ],
    ),
    "a total changed": (
        (
            "UPDATE match_result SET total = 30, payoff = 9, place = 1 "
            "WHERE match_id = :match AND player_id = :carla"
        ),
        [
            'here, "Carla": match_result.total: expected -4, got 30',
            'here, "Carla": match_result.payoff: expected -4, got 9',
            'here, "Carla": match_result.place: expected nothing, got 1',
            "here: match_result.total: expected numbers that sum to 0, got [2, 2, 30]",
            "here: match_result.payoff: expected numbers that sum to 0, got [2, 2, 9]",
        ],
    ),
    "a result of a match that is not there": (
        "INSERT INTO match_result VALUES (9999, :ben, 1, 1, NULL)",
        [
            (
                "match_result with match_id 9999, player_id <ben>: match_result.match_id: "
                "expected the id of a row of match, got 9999"
            )
        ],
    ),
    "a result of a deal that is not there": (
        "INSERT INTO deal_result VALUES (9999, :match, 0, 'won', 'solo', 6, NULL, 2)",
        [
            (
                "deal_result with deal_id 9999: deal_result.deal_id: "
                "expected the id of a row of deal, got 9999"
            ),
            (
                "here, deal with id 9999: deal_result: expected no row, "
                'got {"match_id": <match>, "dealer": 0, "outcome": "won", "contract"...'
            ),
        ],
    ),
}

NO_UPDATE, NO_DELETE = "DROP TRIGGER event_no_update", "DROP TRIGGER event_no_delete"
FACTS = "UPDATE deal SET facts = {} WHERE id = :deal"
EVENT = "UPDATE event SET {} WHERE deal_id = :third"
DEAL_1 = "here, deal 1: deal.facts:"
HIDDEN = "here, hidden deal with id <undone>:"
ANNA = 'club "Our club", player <anna>: player.'
OF_EVENT = 'club "Our club", event <later>: event.'
SOLO = '{"bid": "solo", "soloist": 1, "card_points": 6}'
LEFT = f"{DEAL_1} expected {SOLO}, as event <event> left them, got"
NO_EVENT = "event: expected one that recorded the deal, got nothing"
OURS = "expected one of this club, got"


def without_constraints(table: str) -> tuple[str, ...]:
    """Return what replaces a table by one that has the same rows and allows everything."""
    copied = f"CREATE TABLE copy AS SELECT * FROM {table}"
    return copied, f"DROP TABLE {table}", f"ALTER TABLE copy RENAME TO {table}"


# ... and the record itself, which nobody but people can mend.
RECORDED: dict[str, tuple[tuple[str, ...], list[str]]] = {
    "impossible facts": (
        (FACTS.format("""'{"bid": "solo", "soloist": 1, "card_points": 12}'"""),),
        [
            f'{LEFT} {{"bid": "solo", "soloist": 1, "card_points": 12}}',
            f"{DEAL_1} card_points: expected a whole number from 0 to 11, got 12",
        ],
    ),
    "impossible facts after some that are not JSON": (
        (
            FACTS.format("'?'"),
            """UPDATE deal SET facts = '{"bid": "pass", "soloist": 1}' WHERE id = :third""",
        ),
        [
            f'{DEAL_1} expected JSON, got "Expecting value in line 1, column 1"',
            f'{LEFT} "?"',
            (
                'here, deal 3: deal.facts: expected {"bid": "chiamo", "soloist": 0, '
                '"card_points": 11, "trick..., as event <later> left them, '
                'got {"bid": "pass", "soloist": 1}'
            ),
            "here, deal 3: deal.facts: soloist: expected nothing on a passed deal, got 1",
        ],
    ),
    "facts that are not UTF-8": (
        (FACTS.format("x'ff20'"),),
        [f'{DEAL_1} expected UTF-8 text, got "byte 0 that is not"', f'{LEFT} "\\\\xff "'],
    ),
    "facts that are a number": (
        (FACTS.format("12"),),
        [f"{DEAL_1} expected an object, got 12", f'{LEFT} "12"'],
    ),
    "facts that say a thing twice": (
        (FACTS.format("""'{"bid": 1, "bid": 2}'"""),),
        [
            f'{DEAL_1} expected each key once, got "bid"',
            f'{LEFT} "{{\\"bid\\": 1, \\"bid\\": 2}}"',
        ],
    ),
    "facts of a hidden deal that are not JSON": (
        ("UPDATE deal SET facts = '' WHERE id = :undone",),
        [
            f'{HIDDEN} deal.facts: expected JSON, got "Expecting value in line 1, column 1"',
            f'{HIDDEN} deal.facts: expected {SOLO}, as event <undoing> left them, got ""',
        ],
    ),
    "a rule that cannot be": (
        ("""UPDATE match SET rules = '{"target": 0}' WHERE id = :match""",),
        ["here: match.rules: target: expected a whole number from 1 to 999, got 0"],
    ),
    "rules that are a number": (
        ("UPDATE match SET rules = 7 WHERE id = :match",),
        ["here: match.rules: expected an object, got 7"],
    ),
    "a game that is not known": (
        ("UPDATE match SET game = 'canasta' WHERE id = :match",),
        [f'here: match.game: expected one of {", ".join(GAMES)}, got "canasta"'],
    ),
    "a first dealer who sits nowhere": (
        ("UPDATE match SET first_dealer = 3 WHERE id = :match",),
        ["here: match.first_dealer: expected one of the seats, got 3"],
    ),
    "a day that is none": (
        ("UPDATE sitting SET date = 'Thursday' WHERE id = :sitting",),
        [
            (
                'club "Our club", no date, match <match>: sitting.date: '
                'expected a day such as 2026-10-15, got "Thursday"'
            )
        ],
    ),
    "a seat left out": (
        ("UPDATE seat SET number = 3 WHERE match_id = :match AND number = 1",),
        ["here: seat.number: expected each from 0 to 2, got [0, 2, 3]"],
    ),
    "a seat missing": (
        ("DELETE FROM seat WHERE match_id = :match AND number = 2",),
        ["here: seats: expected one of 3, 4, 5, 6, 7, got 2"],
    ),
    "a seat of nobody": (
        ("UPDATE seat SET player_id = 9999 WHERE match_id = :match AND number = 1",),
        [
            (
                "seat with match_id <match>, number 1: seat.player_id: "
                "expected the id of a row of player, got 9999"
            )
        ],
    ),
    "a player on two seats": (
        (
            *without_constraints("seat"),
            "UPDATE seat SET player_id = :anna WHERE match_id = :match AND number = 1",
        ),
        ["here: seat.player_id: expected each player once, got [<anna>, <anna>, <carla>]"],
    ),
    "a deal of another club": (
        ("UPDATE deal SET club_id = :foreign WHERE id = :deal",),
        [
            f'club "Our club", event <event>: event.deal_id: {OURS} <deal>',
            "here, deal 1: deal.club_id: expected <club>, its match's, got <foreign>",
        ],
    ),
    "a sitting of another club": (
        ("UPDATE sitting SET club_id = :foreign WHERE id = :sitting",),
        [
            f'club "Our club", event <starting>: event.sitting_id: {OURS} <sitting>',
            "here: match.club_id: expected <foreign>, its sitting's, got <club>",
        ],
    ),
    "a sitting that is not there": (
        ("UPDATE match SET sitting_id = 9999 WHERE id = :match",),
        ["match with id <match>: match.sitting_id: expected the id of a row of sitting, got 9999"],
    ),
    "two deals in one place": (
        (
            "DROP INDEX uq_deal_visible_position",
            "UPDATE deal SET position = 3 << 32 WHERE id = :second",
        ),
        [
            (
                "here, deal 3: deal.position: expected a place of its own among those that count, "
                f"got {3 << 32}"
            )
        ],
    ),
    "a place that is no number": (
        ("UPDATE deal SET position = 'last' WHERE id = :third",),
        ['here, deal 3: deal.position: expected a whole number, got "last"'],
    ),
    "a deal of no event": (
        (
            (
                "INSERT INTO deal SELECT 9999, club_id, match_id, 1, facts, 1, hidden_at "
                "FROM deal WHERE id = :undone"
            ),
        ),
        [f"here, hidden deal with id 9999: {NO_EVENT}"],
    ),
    "an event removed": (
        (NO_DELETE, "DELETE FROM event WHERE deal_id = :third"),
        [f"here, deal 3: {NO_EVENT}"],
    ),
    "the first event of a deal removed": (
        (NO_DELETE, "DELETE FROM event WHERE deal_id = :undone AND id <> :undoing"),
        [
            (
                f"{HIDDEN} event <undoing>.before: expected nothing, as the events before left it, "
                f"got {SOLO}"
            ),
            f"{HIDDEN} deal.facts: expected nothing, as event <undoing> left them, got {SOLO}",
        ],
    ),
    "the last event of a deal removed": (
        (NO_DELETE, "DELETE FROM event WHERE id = :undoing"),
        [f"{HIDDEN} deal: expected shown, as event <recording> left it, got hidden"],
    ),
    "an op id of another shape": (
        (NO_UPDATE, EVENT.format("op_id = 'X'")),
        [f'{OF_EVENT}op_id: expected 32 hex digits, got "X"'],
    ),
    "an op id that is no text": (
        (NO_UPDATE, EVENT.format("op_id = x'61'")),
        [f"{OF_EVENT}op_id: expected 32 hex digits, got \"b'a'\""],
    ),
    "an op id twice": (
        (
            *without_constraints("event"),
            f"UPDATE event SET op_id = '{'0' * 32}' WHERE deal_id IN (:deal, :third)",
        ),
        [f'{OF_EVENT}op_id: expected one of its own, got "{"0" * 32}"'],
    ),
    "a digest of another shape": (
        (NO_UPDATE, EVENT.format("digest = 'beef'")),
        [f'{OF_EVENT}digest: expected 64 hex digits, got "beef"'],
    ),
    "an answer that is no object": (
        (NO_UPDATE, EVENT.format("answer = '[]'")),
        [f"{OF_EVENT}answer: expected an object, got []"],
    ),
    "an answer that is nothing": (
        (NO_UPDATE, EVENT.format("answer = 'null'")),
        [f"{OF_EVENT}answer: expected an object, got nothing"],
    ),
    "before and after that are no objects": (
        (NO_UPDATE, EVENT.format("before = '7', after = '8'")),
        [
            f"{OF_EVENT}before: expected an object, got 7",
            f"{OF_EVENT}after: expected an object, got 8",
            f"here, deal 3: {NO_EVENT}",
        ],
    ),
    "an event of a deal that is not there": (
        (NO_UPDATE, EVENT.format("deal_id = 9999")),
        ["event with id <later>: event.deal_id: expected the id of a row of deal, got 9999"],
    ),
    "an event of another club": (
        (NO_UPDATE, EVENT.format("club_id = :foreign")),
        [
            f'club "Another club", event <later>: event.match_id: {OURS} <match>',
            f'club "Another club", event <later>: event.deal_id: {OURS} <third>',
        ],
    ),
    "an event of another club's player": (
        (NO_UPDATE, EVENT.format("player_id = :stranger")),
        [f"{OF_EVENT}player_id: {OURS} <stranger>"],
    ),
    "an event of another match": (
        (NO_UPDATE, EVENT.format("match_id = :other")),
        [f"here, deal 3: {NO_EVENT}"],
    ),
    "a look-alike key of another name": (
        ("UPDATE player SET lookalike = 'ben' WHERE id = :anna",),
        [f'{ANNA}lookalike: expected "anna", got "ben"'],
    ),
    "a name of two lines": (
        ("UPDATE player SET name = 'An' || char(10) || 'na' WHERE id = :anna",),
        [
            (
                f"{ANNA}name: expected a text of 1 to 40 characters without control or invisible "
                'characters, got "An\\nna"'
            )
        ],
    ),
    "a name that is not as names are kept": (
        ("UPDATE player SET name = 'Anna ' WHERE id = :anna",),
        [f'{ANNA}name: expected "Anna", got "Anna "'],
    ),
    "a name that cannot be read, beside a seat of nobody": (
        (
            "UPDATE player SET name = CAST(x'ff' AS TEXT) WHERE id = :anna",
            "UPDATE seat SET player_id = 9999 WHERE match_id = :match AND number = 1",
        ),
        [
            (
                "seat with match_id <match>, number 1: seat.player_id: "
                "expected the id of a row of player, got 9999"
            ),
            (
                "database: file: expected rows that can be read, "
                "got \"Could not decode to UTF-8 column 'name' with text '\\ufffd'\""
            ),
        ],
    ),
    "a spelling of another club's player": (
        ("UPDATE player SET merged_into_id = :stranger WHERE id = :anna",),
        [f"{ANNA}merged_into_id: {OURS} <stranger>"],
    ),
    "a version that cannot be": (
        ("PRAGMA ignore_check_constraints = ON", "UPDATE deal SET version = 0 WHERE id = :deal"),
        ['database: integrity_check: expected ok, got "CHECK constraint failed in deal"'],
    ),
}
