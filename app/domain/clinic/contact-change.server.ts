import type { Db } from '#app/database/tables.ts'
import { findVersion } from '#app/domain/content/versions.server.ts'
import type { ContactSection } from './contact-sections.ts'
import type { SectionFacts, Sections } from './sections.ts'

export type ContactChange = { section: ContactSection; version: number }

/** What a section said before a version, and since; undefined if nothing that people reach the clinic by differs. */
export async function findContactChange(db: Db, { section, version }: ContactChange) {
  const name = `clinic/${section}` as const
  const read = async (of: number) => {
    const value = (await findVersion(db, name, of)) as Sections[ContactSection] | undefined
    return value && sayContact(value.facts)
  }
  const [was, is] = [await read(version - 1), await read(version)]
  return was && is && was.join() !== is.join() ? { was, is } : undefined
}

/** Each address or number once. */
const sayContact = (facts: SectionFacts[ContactSection]) => [
  ...new Set('general' in facts ? [facts.general, facts.booking] : [facts.display, facts.messagingUrl]),
]
