"""The file system that a folder lies on, as Linux tells it, and whether it is a network's."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

TABLE: Final = Path("/proc/self/mounts")
NETWORK: Final = frozenset(
    {"9p", "afs", "beegfs", "ceph", "cifs", "coda", "davfs", "gfs2", "glusterfs", "lustre"}
    | {"ncpfs", "nfs", "nfs4", "ocfs2", "smb2", "smb3", "smbfs", "vboxsf"}
    | {"fuse.ceph", "fuse.curlftpfs", "fuse.davfs2", "fuse.glusterfs", "fuse.gvfsd-fuse"}
    | {"fuse.rclone", "fuse.s3fs", "fuse.smbnetfs", "fuse.sshfs", "fuse.vmhgfs-fuse"}
)


def kind(folder: Path) -> str | None:
    """Return the type of the file system below a folder, None where that is not told."""
    try:
        table = TABLE.read_text("utf-8", "surrogateescape")
    except OSError:
        return None
    return kind_in(table, folder.resolve())


def kind_in(table: str, folder: Path) -> str | None:
    """Return the type of the innermost mount above a folder in a table of mounts.

    >>> kind_in("/dev/sda / ext4 rw 0 0", Path("/srv/data"))
    'ext4'
    """
    found: tuple[int, str] | None = None
    for line in table.splitlines():
        words = line.split(" ")
        place = Path(re.sub(r"\\([0-7]{3})", lambda code: chr(int(code[1], 8)), words[1]))
        depth = len(place.parts)
        # Of two at the same place the later one lies above the other.
        if folder.is_relative_to(place) and (found is None or depth >= found[0]):
            found = depth, words[2]
    return None if found is None else found[1]


def is_network(kind: str) -> bool:
    """Say whether files of this type lie on another machine.

    >>> is_network("nfs4"), is_network("ext4")
    (True, False)
    """
    return kind in NETWORK
