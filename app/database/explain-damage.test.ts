import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { explainDamage } from './explain-damage.ts'

function openFile() {
  const folder = mkdtempSync(join(tmpdir(), 'clinic-damage-'))
  const file = join(folder, 'clinic.db')
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return file
}

function failureOf(work: () => void) {
  try {
    work()
  } catch (error) {
    return error
  }
  return undefined
}

test('a database that is damaged, is something else, or has no space says what to do', () => {
  const other = openFile()
  writeFileSync(other, 'Not a database, but long enough to be read as one. '.repeat(100))
  expect(explainDamage(failureOf(() => new DatabaseSync(other).exec('pragma journal_mode = wal')))).toContain('damaged')

  const file = openFile()
  const database = new DatabaseSync(file)
  database.exec('create table notes (text text)')
  const fill = () => database.exec('insert into notes values (hex(randomblob(100000)))')
  fill()
  database.exec('pragma max_page_count = 60')
  expect(explainDamage(failureOf(fill))).toContain('No space is left')
  database.close()
  const bytes = Buffer.alloc(4_096 * 40, 7)
  writeFileSync(file, bytes, { flag: 'r+' })
  expect(explainDamage(failureOf(() => new DatabaseSync(file).exec('select * from notes')))).toContain('damaged')
})

test.each([
  [{ code: '53100' }, /No space/],
  [{ code: 'XX001' }, /damaged/],
  [{ code: 'ENOSPC' }, /No space/],
  [{ code: 'EIO' }, /can’t be used/],
  [{ code: 'ERR_SQLITE_ERROR', errcode: 4_874 }, /No space/],
  [{ code: 'ERR_SQLITE_ERROR', errcode: 778 }, /can’t be used/],
  [new Error('a mistake'), undefined],
  [undefined, undefined],
])('%j', (error, says) => {
  if (says) expect(explainDamage(error)).toMatch(says)
  else expect(explainDamage(error)).toBeUndefined()
})

test('a folder of another user is named, and a port that may not be listened on is none', () => {
  const denied = Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' })
  expect(explainDamage(Object.assign(denied, { path: '/srv/clinic' }))).toMatch(
    /^\/srv\/clinic: this user may not write/,
  )
  expect(explainDamage(Object.assign(new Error('EACCES'), { code: 'EACCES' }))).toBeUndefined()
})
