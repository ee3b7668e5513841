import { serviceField } from '#app/domain/booking/waitlist/wish-fields.ts'
import { consentFields } from '#app/domain/text-messages/consent-fields.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { consentWords } from '#content/text-messages.ts'
import { services } from '#tests/support/catalogue.ts'
import { look } from '#tests/support/databases.ts'
import type { ActByHand, Admin, Site } from './acts-by-hand.ts'

const path = '/admin/waitlist'
const route = 'waitlist/waitlist.tsx'

let callers = 0
/** Somebody new who called; the clinic keeps no email of them. */
function addToWaitlist(admin: Admin, more: Record<string, string> = {}) {
  callers += 1
  const caller = { name: `Waiting ${callers}`, phone: `(205) 555-${4000 + callers}` }
  return admin.post(path, { intent: 'add', ...caller, [serviceField(services[0]!.id)]: 'on', ...more })
}

const addWithTexts = (admin: Admin) => addToWaitlist(admin, { [consentFields.offers]: consentWords.offers.version })

const newest = (site: Site) =>
  look(site, (db) => db.selectFrom('waitlistEntries').select('id').orderBy('place', 'desc').executeTakeFirstOrThrow())

async function remove(admin: Admin, site: Site) {
  await addToWaitlist(admin)
  const { id } = await newest(site)
  return { id, answer: await admin.post(path, { intent: 'remove', entry: id }) }
}

/** Of whoever is there on the first day that is open, some weeks ahead, to somebody new: others may have an offer. */
async function offerOpenHour(admin: Admin) {
  const first = Temporal.Now.plainDateISO(clinicTimeZone).add({ weeks: 2 })
  const [, people = ''] = /<select[^>]*name="person"[^>]*>(.*?)<\/select>/s.exec(await (await admin.get(path)).text())!
  for (const [, person = ''] of people.matchAll(/value="([^"]*)"/g))
    for (let days = 0; days < 10; days += 1) {
      await addToWaitlist(admin)
      const day = first.add({ days }).toString()
      const answer = await admin.post(path, { intent: 'offer', day, time: '11:00', person })
      if (answer.status === 303) return answer
    }
  throw new Error('no day is open')
}

async function skip(admin: Admin, site: Site) {
  await offerOpenHour(admin)
  const { id } = await look(site, (db) =>
    db.selectFrom('waitlistOffers').select('id').where('state', '=', 'open').executeTakeFirstOrThrow(),
  )
  return admin.post(path, { intent: 'skip', offer: id, why: 'booked by telephone' })
}

export const waitlistActs: ActByHand[] = [
  { act: 'waitlist.joined', route, press: (admin) => addToWaitlist(admin) },
  { act: 'waitlist.removed', route, press: async (admin, site) => (await remove(admin, site)).answer },
  {
    act: 'waitlist.removal-undone',
    route,
    async press(admin, site) {
      const { id } = await remove(admin, site)
      return admin.post(path, { intent: 'undo-removal', entry: id })
    },
  },
  { act: 'text-message.agreed', route, press: addWithTexts },
  {
    act: 'text-message.ended',
    route,
    async press(admin, site) {
      await addWithTexts(admin)
      return admin.post(path, { intent: 'end-texts', entry: (await newest(site)).id })
    },
  },
  { act: 'waitlist.offered', route, press: offerOpenHour },
  { act: 'waitlist.skipped', route, press: skip },
]
