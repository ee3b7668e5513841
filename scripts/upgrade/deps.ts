import type { AskData } from './ask-data.ts'
import type { Release, Releases } from './releases.ts'
import type { Service } from './service.ts'

export type Deps = {
  /** The release whose scripts these are. */
  current: Release
  releases: Releases
  data: AskData
  /** Undefined where systemd does not run the website. */
  service: Service | undefined
  /** Seconds until a release that is not ready is given up. */
  patience: number
  tell(line: string): void
}
