import { expect, test } from 'vitest'
import { suggestEmail } from './email-typos.ts'

test.each([
  ['maya@gmial.com', 'maya@gmail.com'],
  ['maya@gmai.com', 'maya@gmail.com'],
  ['maya@gmaill.com', 'maya@gmail.com'],
  ['maya@gmail.con', 'maya@gmail.com'],
  ['maya@yaho.com', 'maya@yahoo.com'],
  ['maya@hotmial.com', 'maya@hotmail.com'],
  ['maya@iclould.com', 'maya@icloud.com'],
  ['maya@icloud.co', 'maya@icloud.com'],
  ['maya@gmail', 'maya@gmail.com'],
  ['maya@gmail,com', 'maya@gmail.com'],
  ['maya@gmailcom', 'maya@gmail.com'],
  ['Maya.T@GMIAL.com', 'Maya.T@gmail.com'],
  ['maya@aol.con', 'maya@aol.com'],
  ['maya@att', 'maya@att.net'],
])('%s was probably meant as %s', (typed, meant) => {
  expect(suggestEmail(typed)?.email).toBe(meant)
})

test.each([
  'maya@gmail.com',
  'maya@ymail.com',
  'maya@mail.com',
  'maya@example.com',
  'maya@clinic.example',
  'maya@g.co',
  'maya@gmx.de',
  'maya@proton.me',
  'maya@me.com',
  'maya@aol.com',
  'maya@company.co',
  'maya@aon.com',
  'maya@love.com',
  'maya@man.com',
  'gmial.com',
  '@gmial.com',
  'maya',
  'maya@',
  '',
])('%s is accepted unchanged', (typed) => expect(suggestEmail(typed)).toBeUndefined())
