import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { createManifest, type Manifest } from '#app/database/backups/make-backup.server.ts'
import { readSnapshot } from '#app/database/backups/snapshot.server.ts'
import type { Database } from '#app/database/connection.server.ts'
import { takeLock } from '#app/database/lock-file.server.ts'
import type { Db } from '#app/database/tables.ts'
import { OperatorError } from '#app/operator-error.ts'
import { packChanges } from './changes-object.server.ts'
import type { CopyLocks, CopyStore } from './copy-deps.ts'
import { toName } from './copy-names.ts'
import { createCopyPlace, Lie, partial } from './copy-place.server.ts'

export type ContinuousCopy = ReturnType<typeof createContinuousCopy>

type Deps = {
  database: Database
  location: { file: string }
  /** For the base that is being written, and the lock between processes. */
  folder: string
  store: CopyStore
  locks: CopyLocks
  log: Pick<Logger, 'info' | 'warn'>
}

const defaults = {
  everyMs: 1_000,
  /** A restore fetches at most the changes of this time, and of the time before the last base. */
  baseEveryMs: 24 * 3_600_000,
  baseRetryMs: 60_000,
  inspectEveryMs: 60_000,
  longestPauseMs: 10_000,
  /** Between two epochs, so that another process that writes all the time does not cause one base after the other. */
  epochMs: 5_000,
  /** Changes wait in memory, so after this long without the place they are given up for a new base. */
  giveUpAfterMs: 10 * 60_000,
}

/** Times are epoch milliseconds. */
export type CopyState = {
  /** Since when there could have been a copy. */
  since: number
  /** Everything committed until then can be restored from the place. */
  until?: number | undefined
  /** Why the last try failed, in one line for the operator. */
  failure?: { at: number; reason: string } | undefined
  /** The place did not have what it said it had stored. */
  lie?: { at: number; reason: string } | undefined
  /** When the last base was complete. */
  baseAt?: number | undefined
  /** This process does not make the copy: it is a command, or another process of this machine makes it. */
  isElsewhere: boolean
}

/** `packed`: as it is sent. It is made once, so that a second try sends the same bytes. */
type Batch = { until: number; changeset: Buffer; keysChanged: boolean; packed?: Buffer<ArrayBuffer> }

/**
 * What a connection recorded from its base on. Its times are those of `performance.now()`: by a clock that is set back, a
 * new base or epoch would wait until that time is made up for.
 */
type Epoch = {
  number: number
  beganAt: number
  /** Of the last changes at the place. */
  sequence: number
  hasBase: boolean
  nextBaseAt: number
  isMakingBase: boolean
  inspectedAt: number
  /** Stored since the place was last inspected, with their sizes. */
  stored: Map<string, number>
  /** Found beside the loop, which ends the epoch for it. */
  fault?: unknown
}

/** Reads the database as it was after so many changes, while the site writes on. */
type ReadBoundary<Result> = (db: Db, manifest: Manifest, at: { epoch: number; sequence: number }) => Promise<Result>

/**
 * Sends what is committed to a place elsewhere, encrypted: a base, which is the whole database, then changes each second.
 * Only one process writes to a SQLite database that is copied; what another one writes is noticed, and a new base follows.
 */
export function createContinuousCopy(deps: Deps, options: Partial<typeof defaults> = {}) {
  const { database, location, folder, store, locks, log } = deps
  const times = { ...defaults, ...options }
  const state: CopyState = { since: Date.now(), isElsewhere: true }
  const { recorder } = database
  const place = createCopyPlace(deps)
  if (!recorder) throw new Error('a continuous copy is of a SQLite database')
  let epoch: Epoch | undefined
  let lastEpochMs = 0
  /** Taken from the recorder, and not at the place yet. */
  let waiting: Batch | undefined
  let failingSince: number | undefined
  let background: Promise<unknown> = Promise.resolve()
  const firstBase = Promise.withResolvers<void>()
  const boundaries: ((current: Epoch) => Promise<void>)[] = []

  function endEpoch() {
    recorder?.stop()
    if (epoch) lastEpochMs = performance.now() - epoch.beganAt
    epoch = undefined
    waiting = undefined
  }

  async function beginEpoch(): Promise<Epoch> {
    const number = await place.findNextEpoch()
    const now = performance.now()
    return {
      number,
      beganAt: now,
      sequence: 0,
      hasBase: false,
      nextBaseAt: 0,
      isMakingBase: false,
      inspectedAt: now,
      stored: new Map(),
    }
  }

  /**
   * Opens a snapshot exactly where the recorded changes end, and resolves once it is open; `result` goes on. It waits for
   * the connection, and no process can commit meanwhile.
   */
  async function openBoundary<Result>(current: Epoch, read: ReadBoundary<Result>) {
    const opened = Promise.withResolvers<void>()
    const result = readSnapshot(location, async (kind, db) => {
      const manifest = await database.transaction(async () => {
        const read = await createManifest(kind, db, Date.now())
        if (recorder?.isRecording()) waiting = take()
        else recorder?.start(read.tables.map(({ name }) => name))
        return read
      })
      const sequence = current.sequence + (waiting && waiting.changeset.length > 0 ? 1 : 0)
      opened.resolve()
      return read(db, manifest, { epoch: current.number, sequence })
    })
    result.catch(opened.reject)
    await opened.promise
    return { result }
  }

  /** Throws when a new epoch has to begin. */
  function take(): Batch {
    const until = Date.now()
    const recorded = recorder?.isRecording() ? recorder.take() : 'lost'
    if (recorded === 'lost') throw new LostTrack()
    return { until, changeset: recorded.changes, keysChanged: recorded.keysChanged }
  }

  /** Ends once the snapshot is open; the base is sent while changes are. */
  async function startBase(current: Epoch) {
    current.isMakingBase = true
    const { result } = await openBoundary(current, async (db, manifest, at) => {
      // A base without its keys would be of no use.
      if (!current.hasBase) await place.sendKeys()
      return place.storeBase(db, manifest, at)
    }).catch((error) => {
      current.isMakingBase = false
      throw error
    })
    background = result
      .then(async ({ name, bytes }) => {
        current.hasBase = true
        state.baseAt = Date.now()
        firstBase.resolve()
        current.nextBaseAt = performance.now() + times.baseEveryMs
        log.info({ base: name, bytes }, 'a base of the continuous copy is complete')
        await place.removeObsolete().catch(noteFailure)
      })
      .catch((error: unknown) => {
        current.nextBaseAt = performance.now() + times.baseRetryMs
        if (error instanceof Lie) current.fault = error
        else noteFailure(error)
      })
      .finally(() => {
        current.isMakingBase = false
        // The snapshot kept the journal from being truncated.
        database.truncateJournal()
      })
  }

  /** Keys first: a record whose key is missing could not be read. */
  async function send(current: Epoch, batch: Batch) {
    if (batch.keysChanged) await place.sendKeys()
    batch.keysChanged = false
    if (batch.changeset.length === 0) return
    const name = toName(current.number, current.sequence + 1, 'changes')
    batch.packed ??= await packChanges(locks, name, batch)
    await store.create(name, batch.packed)
    current.sequence += 1
    current.stored.set(name, batch.packed.length)
  }

  async function inspect(current: Epoch) {
    current.inspectedAt = performance.now()
    await place.checkChanges(current.number, current.stored)
    current.stored.clear()
  }

  async function cycle() {
    // One base at a time, also where another process writes all the time.
    if (!epoch) await background
    const current = (epoch ??= await beginEpoch())
    if (current.fault) throw current.fault
    if (!waiting) {
      const now = performance.now()
      if (!recorder?.isRecording() || (now >= current.nextBaseAt && !current.isMakingBase)) await startBase(current)
      else await boundaries.shift()?.(current)
      waiting ??= await database.db.connection().execute(async () => take())
    }
    await sendWaiting(current)
    if (performance.now() - current.inspectedAt > times.inspectEveryMs) await inspect(current)
  }

  async function sendWaiting(current: Epoch) {
    if (!waiting) return
    await send(current, waiting)
    if (current.hasBase) state.until = waiting.until
    waiting = undefined
    failingSince = undefined
    if (!current.isMakingBase && current.hasBase) state.failure = undefined
  }

  function noteFailure(error: unknown) {
    const at = Date.now()
    if (error instanceof Lie) {
      state.lie = { at, reason: error.message }
      state.until = undefined
      endEpoch()
    }
    const reason = error instanceof OperatorError ? error.message : 'The continuous copy failed; the log says why.'
    if (state.failure?.reason !== reason) log.warn({ err: error }, 'the continuous copy cannot go on')
    state.failure = { at, reason }
  }

  /** Returns how long to wait. */
  async function tryCycle(failures: number) {
    try {
      await cycle()
      return times.everyMs
    } catch (error) {
      if (error instanceof LostTrack) {
        endEpoch()
        log.info('another process wrote to the database, so the continuous copy begins anew')
        return Math.max(times.everyMs, times.epochMs - lastEpochMs)
      }
      failingSince ??= performance.now()
      noteFailure(error)
      if (performance.now() - failingSince > times.giveUpAfterMs) endEpoch()
      return Math.min(times.everyMs * 2 ** failures, times.longestPauseMs)
    }
  }

  async function run(stopping: AbortSignal) {
    let failures = 0
    while (!stopping.aborted) {
      const waitMs = await tryCycle(failures)
      failures = failingSince === undefined ? 0 : failures + 1
      await pause(waitMs, undefined, { signal: stopping, ref: false }).catch(() => {})
    }
    // What was committed last leaves as well, if the place is there.
    if (epoch?.hasBase && failingSince === undefined) await tryCycle(0)
    recorder?.stop()
  }

  return {
    state: () => state,
    /** Reads the database at a boundary between changes, and resolves when all changes before it are at the place. */
    async readAtBoundary<Result>(read: ReadBoundary<Result>) {
      const settled = Promise.withResolvers<Result>()
      boundaries.push(async (current) => {
        if (!current.hasBase) return settled.reject(new OperatorError('The first continuous copy is not complete yet.'))
        try {
          const { result } = await openBoundary(current, read)
          await sendWaiting(current)
          settled.resolve(result)
        } catch (error) {
          settled.reject(
            error instanceof LostTrack ? new OperatorError('Another process wrote at the same time.') : error,
          )
          throw error
        }
      })
      const late = pause(boundaryPatienceMs, undefined, { ref: false }).then(() => {
        throw new OperatorError('COPY_URL: the place did not take the changes in time.')
      })
      return Promise.race([settled.promise, late])
    },
    /**
     * Resolves once the first base is complete, or after `patienceMs`. What is accepted before is lost with the machine, so
     * a site that dies again and again would lose more each time.
     */
    untilFirstBase: (patienceMs: number) =>
      Promise.race([firstBase.promise, pause(patienceMs, undefined, { ref: false })]),
    /** Returns how to stop, which sends the rest first. */
    start() {
      const stopping = new AbortController()
      const running = (async () => {
        await mkdir(folder, { recursive: true, mode: 0o700 })
        const lock = await waitForLock(join(folder, '.lock'), state, stopping.signal, firstBase.resolve)
        if (!lock) return
        state.since = Date.now()
        // What a killed process left.
        for (const name of await readdir(folder)) if (name.endsWith(partial)) await rm(join(folder, name))
        await run(stopping.signal).finally(() => lock.release())
      })().catch(noteFailure)
      return async () => {
        stopping.abort()
        await running
        // A large base may take longer than a stop may; the next start makes another.
        await Promise.race([background, pause(stopPatienceMs, undefined, { ref: false })])
      }
    },
  }
}

class LostTrack extends Error {}

const stopPatienceMs = 2_000
const boundaryPatienceMs = 10 * 60_000

/** Of two processes one makes the copy; the other takes over when it ends. */
async function waitForLock(file: string, state: CopyState, stopping: AbortSignal, onElsewhere: () => void) {
  for (; !stopping.aborted; await pause(5_000, undefined, { signal: stopping, ref: false }).catch(() => {})) {
    const lock = takeLock(file)
    state.isElsewhere = !lock.ok && lock.reason === 'taken'
    if (state.isElsewhere) onElsewhere()
    if (lock.ok) return lock
  }
  return undefined
}
