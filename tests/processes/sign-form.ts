import { type DatabaseLocation, openDatabase } from '#app/database/connection.server.ts'
import { signForm } from '#app/domain/booking/forms/forms.server.ts'
import { toFormText } from '#app/domain/forms/form.ts'
import { hashFormText } from '#app/domain/forms/form-text.server.ts'
import { contentWithForms, intake } from '#tests/support/clinic-forms.ts'
import { testVault } from '#tests/support/test-deps.ts'
import { type Kill, killAt } from './kill-at.ts'

// Signs a form for an appointment, and is killed at one of its statements: before it, or once it is sent.

export type Signing = {
  location: DatabaseLocation
  encryptionKey: string
  appointmentId: string
  now: number
  kill: Kill
}

const { location, encryptionKey, appointmentId, now, kill } = JSON.parse(process.argv[2] ?? '') as Signing

const database = openDatabase(location)
await database.ping()
killAt(kill)

const answers = ['A sore knee', '', 'Well', ['Nuts'], '2026-01-02', 'no', { name: 'Maya Thomas', drawn: '' }]
const textHash = hashFormText(toFormText({ id: 'intake', ...intake }))
const deps = { database, vault: testVault(database, encryptionKey), content: contentWithForms({ intake }) }
const signed = await signForm(deps, { appointmentId, formId: 'intake', textHash, over: undefined, answers, now })
process.stdout.write(signed.ok ? 'signed' : signed.reason)
await database.close()
