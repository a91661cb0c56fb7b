//! Files that stand under their final names only when complete.

use super::WriteError;
use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use tempfile::NamedTempFile;

/// Temporary names begin and end so; the characters between are random.
const PREFIX: &str = ".almanac-";
const SUFFIX: &str = ".partial";

/// The folders in which files are being prepared.
static ACTIVE: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// A folder in which files are prepared beside their place, to be renamed together.
#[derive(Debug)]
pub struct Staged {
    folder: PathBuf,
    ready: Vec<StagedFile>,
    /// The folder itself, locked as long as this is open.
    _lock: Option<File>,
}

/// A file under a temporary name beside its final place; dropped, it is deleted.
#[derive(Debug)]
pub struct StagedFile {
    temporary: NamedTempFile,
    path: String,
    target: PathBuf,
    failure: Failure,
}

/// The system's first refusal to write to a file, kept apart because libraries in between turn it into text.
#[derive(Clone, Debug, Default)]
pub(super) struct Failure(Arc<Mutex<Option<io::Error>>>);

impl Failure {
    /// Takes out the refusal, if there was one.
    pub(super) fn take(&self) -> Option<io::Error> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    fn watch<T>(&self, done: io::Result<T>) -> io::Result<T> {
        if let Err(error) = &done {
            let copy = error.raw_os_error().map_or_else(|| error.kind().into(), io::Error::from_raw_os_error);
            self.0.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(copy);
        }
        done
    }
}

impl Staged {
    /// Prepares `folder` and its `subfolders`, keeps other runs out, and makes sure that files can be written
    /// there. Temporary files that an interrupted run left are deleted.
    ///
    /// # Errors
    /// [`WriteError`], when the folder cannot be made or written, or another run is using it.
    pub fn new(folder: &Path, subfolders: &[&str]) -> Result<Self, WriteError> {
        fs::create_dir_all(folder).map_err(|error| WriteError::at(folder, error))?;
        let staged = Self { folder: folder.to_owned(), ready: Vec::new(), _lock: lock(folder)? };
        let subfolders = subfolders.iter().map(|subfolder| folder.join(subfolder));
        for path in [folder.to_owned()].into_iter().chain(subfolders) {
            let prepare = |path: &Path| {
                fs::create_dir_all(path)?;
                clean(path)?;
                tempfile::tempfile_in(path)?;
                ACTIVE.lock().unwrap_or_else(PoisonError::into_inner).push(path.to_owned());
                Ok(())
            };
            prepare(&path).map_err(|error| WriteError::at(&path, error))?;
        }
        Ok(staged)
    }

    /// Deletes the temporary files of all that is being prepared, since the program is about to end.
    pub fn abandon_all() {
        for folder in ACTIVE.lock().unwrap_or_else(PoisonError::into_inner).iter() {
            // What cannot be deleted now the next run deletes.
            let _ = clean(folder);
        }
    }

    /// Begins the file that is to become `path` inside the folder.
    ///
    /// # Errors
    /// [`WriteError`], when it cannot be created.
    pub fn file(&self, path: &str) -> Result<StagedFile, WriteError> {
        StagedFile::begin(path.to_owned(), self.folder.join(path))
    }

    /// Begins and completes a file with `contents`.
    ///
    /// # Errors
    /// [`WriteError`], when it cannot be written.
    pub fn add_bytes(&mut self, path: &str, contents: &[u8]) -> Result<(), WriteError> {
        let mut file = self.file(path)?;
        file.write_all(contents).map_err(|error| file.error(error))?;
        self.add(file)
    }

    /// Takes in a complete file.
    ///
    /// # Errors
    /// [`WriteError`], when the last of it cannot be brought to the disk.
    pub fn add(&mut self, file: StagedFile) -> Result<(), WriteError> {
        file.temporary.as_file().sync_all().map_err(|error| file.error(error))?;
        self.ready.push(file);
        Ok(())
    }

    /// The files that are complete: path inside the folder, and where to read it now.
    pub fn ready(&self) -> impl Iterator<Item = (&str, &Path)> {
        self.ready.iter().map(|file| (file.path.as_str(), file.temporary.path()))
    }

    /// Gives all files their final names: first `marker`, whose presence says that the folder is complete, is
    /// removed, then the files at `known` paths that are not made anew, so that none is left of an earlier
    /// dataset; then the files follow in the order in which they were added, so the new marker comes last.
    ///
    /// # Errors
    /// [`WriteError`], when a file cannot be removed or renamed; the folder then has no marker.
    pub fn publish(self, marker: &str, known: impl Iterator<Item = String>) -> Result<(), WriteError> {
        remove(&self.folder.join(marker))?;
        sync_folder(&self.folder);
        for path in known.filter(|known| self.ready.iter().all(|file| file.path != *known)) {
            remove(&self.folder.join(path))?;
        }
        for file in self.ready {
            file.persist()?;
        }
        Ok(())
    }
}

impl StagedFile {
    /// Begins a file by itself, in a folder that is there.
    ///
    /// # Errors
    /// [`WriteError`], when it cannot be created.
    pub fn alone(target: &Path) -> Result<Self, WriteError> {
        Self::begin(target.display().to_string(), target.to_owned())
    }

    fn begin(path: String, target: PathBuf) -> Result<Self, WriteError> {
        let parent = target.parent().filter(|parent| !parent.as_os_str().is_empty());
        let mut builder = tempfile::Builder::new();
        builder.prefix(PREFIX).suffix(SUFFIX);
        #[cfg(unix)]
        {
            // As other programs create files: the process's mask decides who may read them.
            use std::os::unix::fs::PermissionsExt;
            builder.permissions(fs::Permissions::from_mode(0o666));
        }
        let temporary = builder
            .tempfile_in(parent.unwrap_or(Path::new(".")))
            .map_err(|error| WriteError::at(&target, error))?;
        Ok(Self { temporary, path, target, failure: Failure::default() })
    }

    /// Brings a file by itself to the disk and gives it its name.
    ///
    /// # Errors
    /// [`WriteError`], when that is refused.
    pub fn complete(self) -> Result<(), WriteError> {
        self.temporary.as_file().sync_all().map_err(|error| self.error(error))?;
        self.persist()
    }

    /// The error for this file.
    pub fn error(&self, error: io::Error) -> WriteError {
        WriteError::at(&self.target, error)
    }

    /// Its path inside the folder.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Where it stands now.
    pub fn place(&self) -> &Path {
        self.temporary.path()
    }

    /// Where it will stand.
    pub fn target(&self) -> &Path {
        &self.target
    }

    /// Whether another file has the same bytes.
    pub fn has_contents_of(&self, other: &Path) -> bool {
        fs::read(self.temporary.path()).ok().is_some_and(|own| fs::read(other).ok() == Some(own))
    }

    pub(super) fn failure(&self) -> Failure {
        self.failure.clone()
    }

    fn persist(self) -> Result<(), WriteError> {
        let Self { temporary, target, .. } = self;
        temporary.persist(&target).map_err(|error| WriteError::at(&target, error.error))?;
        if let Some(folder) = target.parent() {
            sync_folder(folder);
        }
        Ok(())
    }
}

impl Write for StagedFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.temporary.write(bytes);
        self.failure.watch(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = self.temporary.flush();
        self.failure.watch(flushed)
    }
}

/// Locks a folder against other runs; where the system cannot lock folders, nothing is locked.
fn lock(folder: &Path) -> Result<Option<File>, WriteError> {
    let Ok(file) = File::open(folder) else { return Ok(None) };
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Err(WriteError::InUse { path: folder.to_owned() }),
        Err(TryLockError::Error(_)) => Ok(None),
    }
}

/// Removes a file, if it is there.
fn remove(path: &Path) -> Result<(), WriteError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(WriteError::at(path, error)),
        _ => Ok(()),
    }
}

/// Brings the names of a folder to the disk, where the system can do so; a failure loses nothing that
/// another run would not make again.
fn sync_folder(folder: &Path) {
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
}

/// Deletes the temporary files in `folder`.
fn clean(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if name.starts_with(PREFIX) && name.ends_with(SUFFIX) {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}
