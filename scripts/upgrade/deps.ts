import type { ReleaseData } from './release-data.ts'
import type { Release, Releases } from './releases.ts'
import type { Service } from './service.ts'

export type Deps = {
  /** The release whose scripts these are. */
  current: Release
  releases: Releases
  data: ReleaseData
  /** Undefined if systemd does not run the website. */
  service: Service | undefined
  /** How many seconds a release may take to become ready. */
  patience: number
}
