import { expect, test } from 'vitest'
import { leastForAdmin, leastForVisitors, passwordProblem } from './password-rules.ts'

const visitor = { least: leastForVisitors, about: ['maya.thomas@example.com', 'Maya Thomas', 'Hoover Ayurveda'] }
const admin = { ...visitor, least: leastForAdmin }

test.each(['seven77', 'a'.repeat(257), ''])('a password of the wrong length is refused: %#', (password) => {
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
])('%s is among those guessed first', (password) => {
  expect(passwordProblem(password, visitor)).toMatch(/guessed first/)
})

test.each([
  'passwordpassword',
  'correcthorsebatterystaple',
  '123456789012345',
  'qwertyuiopasdfghjkl',
  'Password!Password!1',
])('%s is long and still among those guessed first', (password) => {
  expect(passwordProblem(password, admin)).toMatch(/guessed first/)
})

test.each(['maya.thomas', 'MayaThomas1985', 'hooverayurveda', 'Ayurveda-Hoover1', 'example.com1'])(
  '%s is too close to the person or the clinic',
  (password) => {
    expect(passwordProblem(password, visitor)).toMatch(/too close/)
  },
)

test.each([
  'gentle-lamp-78',
  'kettle umbrella train',
  '皇帝の新しい服です',
  'nine sparrows on a wire',
  'x7!kQ2#vB9',
  'a quiet river in spring',
])('%s will do, whatever characters it is made of', (password) => {
  expect(passwordProblem(password, visitor)).toBeUndefined()
})

test('what does for a visitor can be too short for the admin', () => {
  expect(passwordProblem('gentle-lamp-78', admin)).toMatch(/at least 15/)
})
