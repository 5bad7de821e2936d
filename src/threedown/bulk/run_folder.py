"""The folder of a run: one of this machine, or of an object store that fsspec reaches (``s3://bucket/run``)."""

from collections.abc import Callable
from pathlib import Path, PurePosixPath
from typing import Any, Protocol, TypeVar

from threedown.durable import FolderError, Lock, own_folder, write_whole

T = TypeVar("T")


class MissingLibrary(FolderError):
    """The library for a kind of object store is not installed."""


class RunFolder(Protocol):
    """The files of one run, by name. Errors are OSError, or FolderError with a sentence."""

    def claim(self, manifest: str, kind: str) -> bool:
        """Prepare the folder for writing; return True if it holds this ``manifest``, False if it is new.

        Raise FolderError if it holds something else.
        """
        ...

    def release(self) -> None:
        """Let other processes write."""
        ...

    def names(self) -> set[str]:
        """Return the names of all files."""
        ...

    def read(self, name: str) -> bytes:
        """Return the contents of a file; raise FileNotFoundError if it is missing."""
        ...

    def write(self, name: str, data: bytes) -> None:
        """Write a file whole or not at all."""
        ...


def run_folder(where: Path | str) -> RunFolder:
    """Return a folder by its path or URL; raise :class:`FolderError` for a URL that nothing here can open."""
    return StoreFolder(where) if isinstance(where, str) and "://" in where else LocalFolder(Path(where))


class LocalFolder:
    """A folder of this machine, which one process at a time writes to."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock: Lock | None = None

    def __str__(self) -> str:
        return str(self._path)

    def claim(self, manifest: str, kind: str) -> bool:
        """Lock the folder; raise :class:`FolderError` if another process has it, or if it holds something else."""
        self._lock = own_folder(self._path / manifest, kind, "another process plays games into it")
        return (self._path / manifest).exists()

    def release(self) -> None:
        """Release the lock."""
        if self._lock is not None:
            self._lock.release()

    def names(self) -> set[str]:
        """Return the names of all files."""
        return {path.name for path in self._path.iterdir()} if self._path.is_dir() else set()

    def read(self, name: str) -> bytes:
        """Return the contents of a file."""
        return (self._path / name).read_bytes()

    def write(self, name: str, data: bytes) -> None:
        """Write a file in one step."""
        write_whole(self._path / name, data)


class StoreFolder:
    """A folder of an object store, which writes an object whole or not at all.

    Nothing locks it: two commands that play into the same one write the same files.
    """

    def __init__(self, url: str) -> None:
        self._url = url.rstrip("/")
        try:
            import fsspec
        except ImportError as error:
            raise MissingLibrary(f"{url} needs fsspec: pip install 'threedown[cloud]'") from error
        try:
            self._files, root = fsspec.url_to_fs(self._url)
        except ImportError as error:
            raise MissingLibrary(f"{url}: {error}") from error
        except ValueError as error:
            raise FolderError(f"{url}: {error}") from error
        self._root = PurePosixPath(root)

    def __str__(self) -> str:
        return self._url

    def claim(self, manifest: str, kind: str) -> bool:
        """Raise :class:`FolderError` if the folder holds something else than a run."""
        if (names := self.names()) and manifest not in names:
            raise FolderError(f"{self} is not empty and holds no {kind}; give a new folder")
        self._reach(lambda: self._files.makedirs(str(self._root), exist_ok=True))
        return manifest in names

    def release(self) -> None:
        """Nothing is locked."""

    def names(self) -> set[str]:
        """Return the names of all files."""
        try:
            found: list[str] = self._reach(lambda: self._files.ls(str(self._root), detail=False, refresh=True))
        except FileNotFoundError:
            return set()
        return {PurePosixPath(path).name for path in found} - {""}

    def read(self, name: str) -> bytes:
        """Return the contents of a file."""
        data: bytes = self._reach(lambda: self._files.cat_file(str(self._root / name)))
        return data

    def write(self, name: str, data: bytes) -> None:
        """Write an object."""
        self._reach(lambda: self._files.pipe_file(str(self._root / name), data))

    def _reach(self, act: Callable[[], Any]) -> Any:
        """Return what ``act`` does with the store, whose libraries raise errors of their own."""
        try:
            return act()
        except OSError:
            raise
        except Exception as error:
            raise FolderError(f"{self}: {type(error).__name__}: {error}") from error
