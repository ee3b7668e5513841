import type { ActByHand, Site } from './acts-by-hand.ts'
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

const press =
  (fields: Record<string, string>): ActByHand['press'] =>
  async (admin, site) => {
    const [first = ''] = await findPeople(site)
    return admin.post(first, fields)
  }

const findChange = (site: Site) =>
  look(site, (db) =>
    db.selectFrom('patientChanges').selectAll().where('undoneAt', 'is', null).limit(1).executeTakeFirstOrThrow(),
  )

const findNote = (site: Site) =>
  look(site, (db) =>
    db.selectFrom('patientNotes').select(['id', 'patientId']).where('audience', '=', 'desk').executeTakeFirstOrThrow(),
  )

export const patientActs: ActByHand[] = [
  { act: 'patient.tagged', route, press: press({ intent: 'tag', tag: 'needs the ramp' }) },
  { act: 'patient.untagged', route, press: press({ intent: 'untag', removed: 'needs the ramp' }) },
  { act: 'patient.note-added', route, press: press({ intent: 'desk-note', note: 'Parks behind the house.' }) },
  {
    act: 'patient.note-deleted',
    route,
    async press(admin, site) {
      const { id, patientId } = await findNote(site)
      return admin.post(`/admin/patients/${patientId}`, { intent: 'delete-desk-note', noteId: id })
    },
  },
  { act: 'patient.notes-read', route, press: press({ intent: 'show-notes' }) },
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
