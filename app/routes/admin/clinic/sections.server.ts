import { isDeepStrictEqual } from 'node:util'
import type { DeliveredContent } from '#app/domain/content/content-now.server.ts'
import { deliveredClinic, type Section } from '#app/domain/clinic/sections.ts'

export type SectionState = {
  /** The version that the form shows. */
  revision: number
  /** Whether it differs from what was delivered. */
  isChanged: boolean
}

const names = ['address', 'phones', 'emails', 'hours', 'holidays', 'reminder', 'notice'] as const satisfies Section[]

export const readSections = (content: DeliveredContent) =>
  Object.fromEntries(names.map((name) => [name, readSection(content, name)])) as Record<Section, SectionState>

const readSection = (content: DeliveredContent, name: Section): SectionState => ({
  revision: content.versionOf(`clinic/${name}`),
  isChanged: !isDeepStrictEqual(content.template(`clinic/${name}`), deliveredClinic[name]),
})
