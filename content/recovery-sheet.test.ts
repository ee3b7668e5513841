import { expect, test } from 'vitest'
import { settings } from '#app/config.server.ts'
import { keyFileName } from '#app/database/backups/backup-folder.server.ts'
import { copySheet, recoverySheet } from './recovery-sheet.ts'

const secrets = '  ENCRYPTION_KEY=key-1\n  SESSION_SECRET=secret-1'
const sheet = recoverySheet({ clinicName: 'Clinic', secrets, settings: '  DATA_DIR=/srv/data', made: 'today' })
const [restore = '', fromCopy = ''] = sheet.split('With a continuous copy')

test('the recovery sheet names each file and setting that a restore needs, and says not to start first', () => {
  for (const part of [
    'ENCRYPTION_KEY=key-1',
    'SESSION_SECRET=secret-1',
    'DATA_DIR=/srv/data',
    'clinic-….backup',
    keyFileName,
    'clinic.erased',
  ])
    expect(restore).toContain(part)
  for (const name of ['DATABASE_URL', 'TRUST_PROXY']) expect(restore).toContain(name)
  expect(restore.indexOf('Do not start it yet')).toBeGreaterThan(0)
  expect(restore.indexOf('Do not start it yet')).toBeLessThan(restore.indexOf('npm run restore'))
  expect(restore.indexOf('npm run restore')).toBeLessThan(restore.indexOf('npm start'))
})

test('it names every setting of the copy, and where its identity is', () => {
  const ofCopy = Object.keys(settings).filter((name) => name.startsWith('COPY_'))
  expect(ofCopy).not.toEqual([])
  for (const name of [...ofCopy, 'clinic.erased', 'npm run restore -- --from-copy', 'COPY_IDENTITY'])
    expect(fromCopy).toContain(name)
  const identity = copySheet({ clinicName: 'Clinic', identity: 'AGE-SECRET-KEY-1', recipient: 'age1', made: 'today' })
  for (const part of ['COPY_IDENTITY=AGE-SECRET-KEY-1', 'COPY_RECIPIENT=age1', 'npm run restore -- --from-copy'])
    expect(identity).toContain(part)
})

test('it names no setting that does not exist', () => {
  const named = Array.from(sheet.matchAll(/\b[A-Z]+_[A-Z_]+\b/g), ([name]) => name)
  expect(named.filter((name) => name !== 'COPY_IDENTITY' && !Object.hasOwn(settings, name))).toEqual([])
})
