import type { KnownAccount } from '#app/domain/accounts/accounts.server.ts'
import { ownValue } from '#app/domain/shared/own-value.ts'
import { records } from '#content/audit.ts'
import { auditPage } from './words.ts'
import { clinicAdminPage } from '#content/pages/admin-clinic.ts'
import { connectionsPage } from '#content/pages/admin-connections.ts'
import { contentRecords } from '#content/schemas/all.ts'
import { products } from '#content/products.ts'
import { services } from '#content/services.ts'

/** Accounts by id, and the email that makes one the admin's. */
export type Accounts = { byId: ReadonlyMap<string, KnownAccount>; adminEmail: string }

const kinds: Record<string, { word: string; href?: (id: string) => string } | undefined> = records

/** A record by its current name, or by its id if it has none, with the page that shows it. */
export function namedRecord(record: string, accounts: Accounts): { text: string; href: string | undefined } {
  const [kind = '', id = ''] = record.split(/:(.*)/s)
  const known = ownValue(kinds, kind)
  return { text: describe(kind, id, known?.word ?? kind, accounts), href: known?.href?.(id) }
}

function describe(kind: string, id: string, word: string, accounts: Accounts) {
  // No name of a patient, which would be personal data in the trail's page.
  if (kind === 'account') return accountInWords(id, accounts)
  const name = ownValue(names, kind)?.(id)
  return name ? `${word}: ${name}` : `${word} ${shortened(id)}`
}

function accountInWords(id: string, { byId, adminEmail }: Accounts) {
  const account = byId.get(id)
  if (!account) return auditPage.gone
  return account.email === adminEmail ? auditPage.adminsAccount : auditPage.otherAccount
}

const names: Record<string, (id: string) => string | undefined> = {
  clinic: sectionName,
  connection: (id) => ownValue<string>(connectionsPage.titles, id),
  content: (id) => ownValue<{ schema: { title: string } }>(contentRecords, id)?.schema.title,
}

const { closures, notice, hours, reminder, phones, emails, address } = clinicAdminPage
const holidays = { heading: closures.holidays.label }
const sections = { closures, holidays, notice, hours, reminder, phones, emails, address }

function sectionName(section: string) {
  return (
    ownValue<{ heading: string }>(sections, section)?.heading ??
    products.find(({ id }) => section === `product:${id}`)?.name ??
    services.find(({ id }) => section === `service:${id}`)?.title
  )
}

/** The beginning of a random id tells two apart. */
const shortened = (id: string) => (/^[\da-f-]{20,}$/.test(id) ? `${id.slice(0, 8)}…` : id)
