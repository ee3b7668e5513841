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
import { takeLock } from '#app/database/lock-file.server.ts'
import { CannotUpgrade } from './cannot-upgrade.ts'

export type Release = {
  folder: string
  version: string
  /** What it knows to do to a database. */
  migrations: string[]
}

/**
 * The releases of an installation: `releases/VERSION`, and beside that folder the symbolic links `current`, which is what
 * the service starts, and `previous`, which is what one goes back to.
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
  /** At one moment it is the one, at the next the other; never none. */
  const link = (name: 'current' | 'previous', { version }: Pick<Release, 'version'>) => {
    const aside = join(home, `.${name}`)
    rmSync(aside, { force: true })
    symlinkSync(join('releases', version), aside)
    renameSync(aside, join(home, name))
    syncFolder(home)
  }
  return {
    folder,
    /** What leads to the release in use. */
    link: join(home, 'current'),
    current: () => linked('current'),
    previous: () => linked('previous'),
    /** What ran so far is what one goes back to. */
    setCurrent(next: Release) {
      const before = linked('current')
      if (before) link('previous', before)
      link('current', next)
    },
    revertTo(before: Release) {
      link('current', before)
      rmSync(join(home, 'previous'), { force: true })
    },
    /** What one goes back to is this one again. */
    setPrevious: (earlier: Release) => link('previous', earlier),
    /** Gives an unpacked release its name; one of the same version that is not in use makes way. */
    adopt({ folder: unpacked, version }: Release): Release {
      const place = join(folder, version)
      rmSync(place, { recursive: true, force: true })
      renameSync(unpacked, place)
      syncFolder(folder)
      return readRelease(place)
    },
    /**
     * Removes every other release, and what upgrades left that were killed. DataAnswers what stays for the next one: what such
     * an upgrade had begun, as tar or npm, may go on for a while and write into a folder as it is removed.
     */
    removeOthers(kept: Release[]): string[] {
      const others = readdirSync(folder).filter(
        (name) => name !== '.lock' && !kept.some(({ version }) => version === name),
      )
      return others.filter((name) => !isRemoved(join(folder, name)))
    },
    /** One upgrade at a time; SQLite's lock ends with its process, however that ends. */
    async alone<Result>(work: () => Promise<Result>): Promise<Result> {
      const lock = takeLock(join(folder, '.lock'))
      if (!lock.ok)
        throw new CannotUpgrade(
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
  // It becomes the name of a folder.
  if (!/^\d+\.\d+\.\d+[0-9A-Za-z.+-]*$/.test(version)) throw new CannotUpgrade(`${version} is not a version.`)
  return { folder, version, migrations }
}

function isRemoved(folder: string) {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
    return true
  } catch {
    return false
  }
}

/** So that a power failure does not take back a new name. */
function syncFolder(folder: string) {
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
