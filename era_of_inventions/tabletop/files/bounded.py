"""Reading a file with a bound, so that neither a pipe nor a file of any size can stop or fill the program."""

from __future__ import annotations

from pathlib import Path

from era_of_inventions.tabletop.errors import FileError


def read_bounded(path: Path, most: int) -> bytes:
    """What a file holds. Raises `FileError` if it cannot be read, is no file, or is longer than so many bytes."""
    try:
        if path.exists() and not path.is_file():  # a pipe would be waited for, a device may never end
            raise FileError(str(path), ["cannot be read: it is no file"])
        with path.open("rb") as file:
            data = file.read(most + 1)
    except (OSError, ValueError) as error:  # ValueError: the path holds a null character
        raise FileError(str(path), [f"cannot be read: {getattr(error, 'strerror', None) or error}"]) from None
    if len(data) > most:
        raise FileError(str(path), [f"is longer than {most} bytes; expected at most that many"])
    return data
