import { expect, test } from 'vitest'
import passwords from './common-passwords.json' with { type: 'json' }
import { leastForStaff, leastForVisitors, passwordProblem } from './password-rules.ts'

const visitor = { least: leastForVisitors, about: ['maya.thomas@example.com', 'Maya Thomas', 'Hoover Ayurveda'] }
const admin = { ...visitor, least: leastForStaff }

test.each(['seven77', 'a'.repeat(257), ''])('a password of the wrong length is rejected: %#', (password) => {
  expect(passwordProblem(password, visitor)).toMatch(/characters/)
})

test.each([
  'password',
  'Password1!',
  'P@ssw0rd123',
  'iloveyou2',
  'sunshine99',
  '12345678',
  '87654321',
  'qwertyuiop',
  '1qaz2wsx3edc',
  'abcdefgh',
  'aaaaaaaaaa',
  'abcabcabc',
  'welcome2026!',
  'Summer2026',
  'letmein!letmein!',
  // From the list of published breaches alone.
  'fktrcfylh',
  'Blink182',
  'q1w2e3r4t5',
  'drowssap99',
  'usuckballz1',
])('%s is a common password', (password) => {
  expect(passwordProblem(password, visitor)).toMatch(/people guess/)
})

test.each([
  'passwordpassword',
  'correcthorsebatterystaple',
  '123456789012345',
  'qwertyuiopasdfghjkl',
  'Password!Password!1',
])('%s is long and still a common password', (password) => {
  expect(passwordProblem(password, admin)).toMatch(/people guess/)
})

test.each(['maya.thomas', 'MayaThomas1985', 'hooverayurveda', 'Ayurveda-Hoover1', 'example.com1'])(
  '%s is too similar to the person or the clinic',
  (password) => {
    expect(passwordProblem(password, visitor)).toMatch(/too much like/)
  },
)

test.each([
  'gentle-lamp-78',
  'kettle umbrella train',
  '皇帝の新しい服です',
  'nine sparrows on a wire',
  'x7!kQ2#vB9',
  'a quiet river in spring',
])('%s is accepted, whatever characters it has', (password) => {
  expect(passwordProblem(password, visitor)).toBeUndefined()
})

test('the list has more than ten thousand passwords of at least 8 characters', () => {
  const all = passwords.flatMap((line) => line.split(' '))
  expect(new Set(all).size).toBeGreaterThan(10_000)
  expect(all.filter((password) => password.length < 8 || password !== password.toLowerCase())).toEqual([])
  expect(
    all.filter((password) => !/people guess|too much like/.test(passwordProblem(password, visitor) ?? '')),
  ).toEqual([])
})

test('two adjacent passwords of the list do not match as one', () => {
  expect(passwordProblem('drowssap courtney spitfire', visitor)).toBeUndefined()
})

test('a password long enough for a visitor can be too short for the admin', () => {
  expect(passwordProblem('gentle-lamp-78', admin)).toMatch(/at least 15/)
})
