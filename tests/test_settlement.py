"""Who pays whom: against brute force, in any order, fast enough; bills that are shared."""

import random
import time
from collections.abc import Sequence
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.settlement import EXACT, Plan, settle, shares


def most_groups(amounts: Sequence[int]) -> int:
    """Return into how many groups that sum to zero these can be divided, by trying them all."""
    if not amounts:
        return 0
    first, rest = amounts[0], amounts[1:]
    best = 0
    for chosen in product((False, True), repeat=len(rest)):
        group = [first, *(a for a, inside in zip(rest, chosen, strict=True) if inside)]
        if sum(group) == 0:
            left = [a for a, inside in zip(rest, chosen, strict=True) if not inside]
            best = max(best, 1 + most_groups(left))
    return best


def fewest(amounts: Sequence[int]) -> int:
    owed = [amount for amount in amounts if amount]
    return len(owed) - most_groups(owed)


def zero_after(balances: dict[str, int], plan: Plan[str]) -> bool:
    left = dict(balances)
    for transfer in plan.transfers:
        assert transfer.amount > 0
        assert transfer.payer != transfer.payee
        left[transfer.payer] = left.get(transfer.payer, 0) + transfer.amount
        left[transfer.payee] = left.get(transfer.payee, 0) - transfer.amount
    return not any(left.values())


def balanced(amounts: Sequence[int]) -> dict[str, int]:
    names = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    return dict(zip(names, [*amounts, -sum(amounts)], strict=False))


BALANCES = st.lists(st.integers(-9, 9), max_size=7).map(balanced)


@pytest.mark.parametrize("people", range(1, 5))
def test_the_plan_has_the_fewest_transfers_for_all_small_balances(people: int) -> None:
    for amounts in product(range(-4, 5), repeat=people):
        balances = balanced(amounts)
        plan = settle(balances)
        assert len(plan.transfers) == fewest(list(balances.values())), amounts
        assert zero_after(balances, plan)


@settings(max_examples=60)
@given(BALANCES)
def test_the_plan_has_the_fewest_transfers_for_up_to_eight(balances: dict[str, int]) -> None:
    plan = settle(balances)
    assert plan.exact
    assert len(plan.transfers) == fewest(list(balances.values()))
    assert zero_after(balances, plan)


@settings(max_examples=40)
@given(BALANCES, st.randoms(use_true_random=False))
def test_the_plan_is_the_same_whatever_the_order(
    balances: dict[str, int], chance: random.Random
) -> None:
    mixed = list(balances.items())
    chance.shuffle(mixed)
    assert settle(dict(mixed)) == settle(balances)


def test_the_largest_debt_does_not_always_go_to_who_gets_most() -> None:
    plan = settle({"A": 6, "B": 4, "C": -3, "D": -3, "E": -4})
    assert [(t.payer, t.payee, t.amount) for t in plan.transfers] == [
        ("E", "B", 4),
        ("C", "A", 3),
        ("D", "A", 3),
    ]


def test_sixteen_people_take_less_than_half_a_second() -> None:
    # No two of them come out even, so that every subset has to be looked at.
    balances = balanced([3**power for power in range(15)])
    began = time.process_time()
    plan = settle({f"{who} {n}": amount for n, (who, amount) in enumerate(balances.items())})
    assert time.process_time() - began < 0.5
    assert (len(plan.transfers), plan.exact) == (15, True)


@settings(max_examples=20)
@given(st.lists(st.integers(-50, 50), min_size=EXACT, max_size=24).map(balanced))
def test_beyond_sixteen_the_plan_says_so_and_is_no_longer_than_it_must_be(
    balances: dict[str, int],
) -> None:
    people = sum(amount != 0 for amount in balances.values())
    plan = settle(balances)
    assert plan.exact == (people <= EXACT)
    assert len(plan.transfers) <= max(people - 1, 0)
    assert zero_after(balances, plan)


def test_beyond_sixteen_pairs_and_triples_are_settled_among_themselves() -> None:
    pairs = {f"p{n}{sign}": (100 + n) * sign for n in range(6) for sign in (1, -1)}
    triples = {
        f"t{n}{part}": a for n in range(3) for part, a in enumerate((700 + n, -600, -100 - n))
    }
    even = {f"z{n}": a for n, a in enumerate((5000, -4000, 3000, -2500, -1500))}
    plan = settle(pairs | triples | even)
    assert not plan.exact
    assert len(plan.transfers) <= 6 + 6 + 4


@settings(max_examples=40)
@given(BALANCES, st.sampled_from(["A", "Z"]))
def test_with_a_banker_everybody_else_pays_or_is_paid_once(
    balances: dict[str, int], banker: str
) -> None:
    plan = settle(balances, banker)
    others = sorted(who for who, amount in balances.items() if amount and who != banker)
    assert sorted((t.payee if t.payer == banker else t.payer) for t in plan.transfers) == others
    assert all(banker in (t.payer, t.payee) for t in plan.transfers)
    assert zero_after(balances, plan)


def test_what_does_not_sum_to_zero_is_refused() -> None:
    with pytest.raises(ValueError, match="expected balances that sum to 0, got 1"):
        settle({"A": 3, "B": -2})


@given(st.integers(0, 10**9), st.integers(1, 12))
def test_a_bill_is_shared_to_the_last_cent_and_the_first_seats_bear_the_rest(
    amount: int, people: int
) -> None:
    found = shares(amount, people)
    assert sum(found) == amount
    assert found == sorted(found, reverse=True)
    assert max(found) - min(found) <= 1
