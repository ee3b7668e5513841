import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { join } from 'node:path'
import { takeLock } from '../../app/database/lock-file.server.ts'
import { OperatorError } from '../../app/operator-error.ts'

export type Release = { folder: string; version: string; migrations: string[] }

/**
 * The releases of an installation: `releases/VERSION`, and next to that folder the symbolic links `current`, which the
 * service starts, and `previous`, which a rollback returns to.
 */
export type Releases = ReturnType<typeof openReleases>

export function openReleases(home: string) {
  const folder = join(home, 'releases')
  const linked = (name: 'current' | 'previous') => {
    try {
      const release = join(home, readlinkSync(join(home, name)))
      return existsSync(join(release, 'release.json')) ? readRelease(release) : undefined
    } catch {
      return undefined
    }
  }
  /** Atomic: the link always leads to one of the two releases. */
  const link = (name: 'current' | 'previous', { version }: Pick<Release, 'version'>) => {
    const aside = join(home, `.${name}`)
    rmSync(aside, { force: true })
    symlinkSync(join('releases', version), aside)
    renameSync(aside, join(home, name))
    syncFolder(home)
  }
  return {
    folder,
    link: join(home, 'current'),
    current: () => linked('current'),
    previous: () => linked('previous'),
    setCurrent(next: Release) {
      const before = linked('current')
      if (before) link('previous', before)
      link('current', next)
    },
    revertTo(before: Release) {
      link('current', before)
      rmSync(join(home, 'previous'), { force: true })
    },
    setPrevious: (earlier: Release) => link('previous', earlier),
    /** Moves an unpacked release to its own folder, in the place of an unused one of the same version. */
    adopt({ folder: unpacked, version }: Release): Release {
      const place = join(folder, version)
      rmSync(place, { recursive: true, force: true })
      renameSync(unpacked, place)
      syncFolder(folder)
      return readRelease(place)
    },
    /**
     * Removes every other release, and the remains of killed upgrades. Returns the folders that could not be removed: tar or
     * npm of a killed upgrade may still be writing into one.
     */
    removeOthers(except: Release[]): string[] {
      const others = readdirSync(folder).filter(
        (name) => name !== '.lock' && !except.some(({ version }) => version === name),
      )
      return others.filter((name) => !tryRemove(join(folder, name)))
    },
    /** One upgrade at a time. */
    async withLock<Result>(work: () => Promise<Result>): Promise<Result> {
      const lock = takeLock(join(folder, '.lock'))
      if (!lock.ok)
        throw new OperatorError(
          lock.reason === 'taken'
            ? 'Another upgrade is in progress.'
            : `${folder} cannot be written to. Run this as its owner, or with sudo.`,
        )
      try {
        return await work()
      } finally {
        lock.release()
      }
    },
  }
}

export function readRelease(folder: string): Release {
  const { version, migrations } = JSON.parse(readFileSync(join(folder, 'release.json'), 'utf8'))
  // The version becomes the name of a folder.
  if (!/^\d+\.\d+\.\d+[0-9A-Za-z.+-]*$/.test(version)) throw new OperatorError(`${version} is not a version.`)
  return { folder, version, migrations }
}

function tryRemove(folder: string) {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
    return true
  } catch {
    return false
  }
}

/** Makes a rename survive a power failure. */
function syncFolder(folder: string) {
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
