import { DatabaseSync, StatementSync } from 'node:sqlite'
import pg from 'pg'
import { type DatabaseLocation, openDatabase } from '#app/database/connection.server.ts'
import { signForm } from '#app/domain/booking/forms/forms.server.ts'
import { toFormText } from '#app/domain/forms/form.ts'
import { hashFormText } from '#app/domain/forms/form-text.server.ts'
import { contentWithForms, intake } from '#tests/support/clinic-forms.ts'
import { testVault } from '#tests/support/test-deps.ts'

// Signs a form for an appointment, and is killed at one of its statements: before it, or once it is sent.

export type Signing = {
  location: DatabaseLocation
  encryptionKey: string
  appointmentId: string
  now: number
  kill: { at: number; when: 'before' | 'after' }
}

const { location, encryptionKey, appointmentId, now, kill } = JSON.parse(process.argv[2] ?? '') as Signing

let statements = 0
function killAt(prototype: object, method: string) {
  const original: (...values: unknown[]) => unknown = Reflect.get(prototype, method)
  Reflect.set(prototype, method, function (this: unknown, ...values: unknown[]) {
    statements += 1
    const isDue = statements === kill.at
    if (isDue && kill.when === 'before') process.kill(process.pid, 'SIGKILL')
    const answer = Reflect.apply(original, this, values)
    if (isDue) process.kill(process.pid, 'SIGKILL')
    return answer
  })
}

const database = openDatabase(location)
await database.ping()
killAt(DatabaseSync.prototype, 'exec')
for (const method of ['run', 'all', 'get', 'iterate']) killAt(StatementSync.prototype, method)
killAt(pg.Client.prototype, 'query')

const answers = ['A sore knee', '', 'Well', ['Nuts'], '2026-01-02', 'no', { name: 'Maya Thomas', drawn: '' }]
const textHash = hashFormText(toFormText({ id: 'intake', ...intake }))
const deps = { database, vault: testVault(database, encryptionKey), content: contentWithForms({ intake }) }
const signed = await signForm(deps, { appointmentId, formId: 'intake', textHash, over: undefined, answers, now })
process.stdout.write(signed.ok ? 'signed' : signed.reason)
await database.close()
