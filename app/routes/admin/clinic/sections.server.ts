import { isDeepStrictEqual } from 'node:util'
import { listSectionVersions } from '#app/domain/clinic/section-history.server.ts'
import { deliveredClinic, type SavedClinic, type Section } from '#app/domain/clinic/sections.ts'
import { describePublished } from '#app/http/published-by.server.ts'
import type { Services } from '#app/services.server.ts'
import { summarizeWith } from '#app/ui/admin/section-summary.ts'

export type SectionState = {
  /** The version that the form shows. */
  revision: number
  /** Whether it differs from what was delivered. */
  isChanged: boolean
  /** What was saved, newest first. */
  versions: { version: number; when: string; who: string; says: string }[]
}

const names = ['address', 'phones', 'emails', 'hours', 'holidays', 'reminder', 'notice'] as const satisfies Section[]
const mostVersions = 10

export async function readSections(services: Pick<Services, 'database' | 'content'>, saved: SavedClinic, now: number) {
  const versions = await describePublished(services, await listSectionVersions(services.database))
  const readSection = (name: (typeof names)[number]): SectionState => ({
    revision: services.content.versionOf(`clinic/${name}`),
    isChanged: !isDeepStrictEqual(saved[name], deliveredClinic[name]),
    versions: versions
      .filter(({ section }) => section === name)
      .slice(0, mostVersions)
      .map((version) => ({
        ...{ version: version.version, when: version.when, who: version.who },
        says: summarizeWith(name, now)({ ...saved, [name]: version.saved }),
      })),
  })
  return Object.fromEntries(names.map((name) => [name, readSection(name)])) as Record<Section, SectionState>
}
