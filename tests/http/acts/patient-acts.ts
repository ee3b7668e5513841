import type { ActByHand, Admin, Site } from './acts-by-hand.ts'
import { book } from './appointment-acts.ts'
import { confirmWithPassword } from '#tests/support/admin.ts'
import { look } from '#tests/support/databases.ts'

const route = 'patients/patient.tsx'

/** The people of the appointments booked so far, in a fixed order. */
const findPeople = (site: Site) =>
  look(site, async (db) => {
    const rows = await db
      .selectFrom('patients')
      .select('id')
      .whereRef('id', '=', 'personId')
      .orderBy('id')
      .limit(2)
      .execute()
    return rows.map(({ id }) => `/admin/patients/${id}`)
  })

/** The record of somebody whom this person of the staff has booked. */
async function bookPatient(admin: Admin, site: Site) {
  const { id } = await book(admin)
  const { patientId } = await look(site, (db) =>
    db.selectFrom('appointments').select('patientId').where('id', '=', id).executeTakeFirstOrThrow(),
  )
  return `/admin/patients/${patientId}`
}

/** Posts one after the other; the last is the act. */
const press =
  (...posts: Record<string, string>[]): ActByHand['press'] =>
  async (admin, site) => {
    const record = await bookPatient(admin, site)
    for (const fields of posts.slice(0, -1)) await admin.post(record, fields)
    return admin.post(record, posts.at(-1) ?? {})
  }

const findChange = (site: Site) =>
  look(site, (db) =>
    db.selectFrom('patientChanges').selectAll().where('undoneAt', 'is', null).limit(1).executeTakeFirstOrThrow(),
  )

const enterRequest = (requestId: string) => ({
  ...{ intent: 'enter-request', requestId, kind: 'correction', way: 'phone' },
  ...{ day: '2026-01-05', said: 'The second name is misspelled.' },
})

/** The patient gives another phone for an appointment than her record has; staff answer it, then press `and`. */
const answerPhone =
  (intent: 'accept-phone' | 'decline-phone', and?: 'undo-phone'): ActByHand['press'] =>
  async (admin, site) => {
    const { id } = await book(admin)
    const { patientId } = await look(site, (db) =>
      db
        .updateTable('appointments')
        .set({ phone: '(205) 555-0199' })
        .where('id', '=', id)
        .returning('patientId')
        .executeTakeFirstOrThrow(),
    )
    const record = patientId ?? ''
    const answered = await admin.post(`/admin/patients/${record}`, { intent, appointment: id })
    return and ? admin.post(`/admin/patients/${record}`, { intent: and, record }) : answered
  }

export const patientActs: ActByHand[] = [
  { act: 'patient.phone-accepted', route, press: answerPhone('accept-phone') },
  { act: 'patient.phone-declined', route, press: answerPhone('decline-phone') },
  { act: 'patient.phone-undone', route, press: answerPhone('accept-phone', 'undo-phone') },
  { act: 'patient.tagged', route, press: press({ intent: 'tag', tag: 'needs the ramp' }) },
  {
    act: 'patient.untagged',
    route,
    press: press({ intent: 'tag', tag: 'needs the ramp' }, { intent: 'untag', removed: 'needs the ramp' }),
  },
  { act: 'patient.note-added', route, press: press({ intent: 'desk-note', note: 'Parks behind the house.' }) },
  {
    act: 'patient.note-deleted',
    route,
    async press(admin, site) {
      const record = await bookPatient(admin, site)
      await admin.post(record, { intent: 'desk-note', note: 'Parks behind the house.' })
      const [, noteId = ''] = /name="noteId" value="([^"]+)"/.exec(await (await admin.get(record)).text()) ?? []
      return admin.post(record, { intent: 'delete-desk-note', noteId })
    },
  },
  { act: 'patient.notes-read', route, press: press({ intent: 'show-notes' }) },
  { act: 'request.entered', route, press: press(enterRequest('entered-by-hand')) },
  { act: 'request.read', route, press: press({ intent: 'show-requests' }) },
  {
    act: 'request.decided',
    route,
    press: press(enterRequest('decided-by-hand'), {
      ...{ intent: 'request-denied', requestId: 'decided-by-hand', answer: 'It is spelled as on the form.' },
    }),
  },
  ...(['copy', 'copy/file'] as const).map((part): ActByHand => ({
    act: 'data.exported',
    route: part === 'copy' ? 'patients/copy.tsx' : 'patients/copy-file.ts',
    async press(admin, site) {
      const [first = ''] = await findPeople(site)
      return confirmWithPassword(admin, `${first}/${part}`)
    },
  })),
  {
    act: 'patient.distinct',
    route,
    async press(admin, site) {
      const [first = '', second = ''] = await findPeople(site)
      return admin.post(first, { intent: 'distinct', other: second.split('/').at(-1) ?? '' })
    },
  },
  {
    act: 'patient.distinct-undone',
    route,
    async press(admin, site) {
      const [first = '', second = ''] = await findPeople(site)
      return admin.post(first, { intent: 'undo-distinct', other: second.split('/').at(-1) ?? '' })
    },
  },
  {
    act: 'patient.merged',
    route,
    async press(admin, site) {
      const [first = '', second = ''] = await findPeople(site)
      return admin.post(first, { intent: 'merge', other: second.split('/').at(-1) ?? '' })
    },
  },
  {
    act: 'patient.split',
    route,
    async press(admin, site) {
      const { personId, moves } = await findChange(site)
      const [[record = '']] = JSON.parse(moves) as [[string]]
      return admin.post(`/admin/patients/${personId}`, { intent: 'separate', record })
    },
  },
  {
    act: 'patient.change-undone',
    route,
    async press(admin, site) {
      const { id, personId } = await look(site, (db) =>
        db
          .selectFrom('patientChanges')
          .select(['id', 'personId'])
          .where('kind', '=', 'split')
          .executeTakeFirstOrThrow(),
      )
      return admin.post(`/admin/patients/${personId}`, { intent: 'undo', change: id })
    },
  },
]
