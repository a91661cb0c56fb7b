//! Many jobs in parallel, their results in order.

use super::{AtlasError, Observer};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, PoisonError, mpsc};

/// Does `job` for each of `items` on so many threads, and hands the results to `receive` in the order of the
/// items. What waits for an earlier item is bounded, so memory does not grow with the items.
pub(super) fn in_order<I: Sync, T: Send, E: std::error::Error + 'static>(
    threads: usize,
    items: &[I],
    observer: &dyn Observer,
    job: impl Fn(&I) -> T + Sync,
    mut receive: impl FnMut(T) -> Result<(), E>,
) -> Result<(), AtlasError<E>> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    let next = AtomicUsize::new(0);
    let window = Window::new(4 * threads);
    let (sender, receiver) = mpsc::channel();
    pool.in_place_scope(|scope| {
        for _ in 0..threads {
            let sender = sender.clone();
            let (next, window, job) = (&next, &window, &job);
            scope.spawn(move |_| {
                let _closing = CloseOnPanic(window);
                while !observer.is_cancelled() {
                    let place = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(place) else { return };
                    if !window.admits(place) || sender.send((place, job(item))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut early = BTreeMap::new();
        let mut due = 0;
        for (place, done) in receiver {
            early.insert(place, done);
            while let Some(done) = early.remove(&due) {
                due += 1;
                if let Err(error) = receive(done) {
                    window.close();
                    return Err(AtlasError::Receiver(error));
                }
            }
            window.move_to(due);
        }
        if due == items.len() { Ok(()) } else { Err(AtlasError::Cancelled) }
    })
}

/// Lets threads run ahead of the first item that is not done by a bounded number of items only.
struct Window {
    width: usize,
    /// The place of the first item that is not done; `None` when the job is over early.
    due: Mutex<Option<usize>>,
    moved: Condvar,
}

impl Window {
    fn new(width: usize) -> Self {
        Self { width, due: Mutex::new(Some(0)), moved: Condvar::new() }
    }

    /// Waits until `place` lies in the window; `false` when the job is over early.
    fn admits(&self, place: usize) -> bool {
        let due = self.due.lock().unwrap_or_else(PoisonError::into_inner);
        let ahead = |due: &mut Option<usize>| due.is_some_and(|due| place >= due + self.width);
        self.moved.wait_while(due, ahead).unwrap_or_else(PoisonError::into_inner).is_some()
    }

    fn move_to(&self, place: usize) {
        if let Some(due) = self.due.lock().unwrap_or_else(PoisonError::into_inner).as_mut() {
            *due = place;
        }
        self.moved.notify_all();
    }

    fn close(&self) {
        *self.due.lock().unwrap_or_else(PoisonError::into_inner) = None;
        self.moved.notify_all();
    }
}

/// A thread that panics will never deliver its item, so nobody may wait for it.
struct CloseOnPanic<'a>(&'a Window);

impl Drop for CloseOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.close();
        }
    }
}
