import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import type { Migration } from '#app/database/migrate.server.ts'

const atOnce = 500

/** What phones are compared by no longer holds the digits of an extension, nor a country code that was dialed with 011. */
export const phoneKeys: Migration['up'] = async (tx) => {
  for (let last = ''; ;) {
    const rows = await tx
      .selectFrom('appointments')
      .select(['id', 'phone', 'phone_digits'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(atOnce)
      .execute()
    for (const { id, phone, phone_digits: before } of rows) {
      const after = keyOf(phone) ?? before
      if (after !== before)
        await tx.updateTable('appointments').set({ phone_digits: after }).where('id', '=', id).execute()
    }
    if (rows.length < atOnce) return
    last = rows.at(-1)?.id ?? ''
  }
}

/** As `phoneKey` was when this was written; what it does not know keeps its digits. */
function keyOf(phone: string) {
  const parsed = parsePhoneNumberFromString(phone, { defaultCountry: 'US', extract: false })
  return parsed?.countryCallingCode === '1' ? parsed.nationalNumber : parsed?.number.slice(1)
}
