import { expect, test } from 'vitest'
import { likelyMeant } from './email-typos.ts'

test.each([
  ['maya@gmial.com', 'maya@gmail.com'],
  ['maya@gmai.com', 'maya@gmail.com'],
  ['maya@gmaill.com', 'maya@gmail.com'],
  ['maya@gmail.con', 'maya@gmail.com'],
  ['maya@yaho.com', 'maya@yahoo.com'],
  ['maya@hotmial.com', 'maya@hotmail.com'],
  ['maya@iclould.com', 'maya@icloud.com'],
])('%s was probably meant as %s', (typed, meant) => {
  expect(likelyMeant(typed)?.email).toBe(meant)
})

test.each([
  'maya@gmail.com',
  'maya@ymail.com',
  'maya@mail.com',
  'maya@example.com',
  'maya@clinic.example',
  'maya@g.co',
])('%s is taken as it is', (typed) => expect(likelyMeant(typed)).toBeUndefined())
