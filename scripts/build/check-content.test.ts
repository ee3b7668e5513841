import { expect, test } from 'vitest'
import { clinicSchema } from '#app/domain/clinic/clinic-schema.server.ts'
import type { ContentSchema } from '#app/domain/content/content-schema.ts'
import { clinic } from '#content/clinic.ts'
import { contentCollections, contentRecords } from '#content/schemas/all.ts'
import { findMistakes, toRecordRule } from './check-content.ts'

const fileOf = (files: object) => Object.values(files)[0] as Readonly<Record<string, unknown>>
const mistakesIn = (schema: ContentSchema, value: unknown) =>
  findMistakes('content/a.json, b,', toRecordRule(schema), value)

const { schema: productSchema, files: products } = contentCollections.products
const { schema: serviceSchema, files: services } = contentCollections.services

test.each([1000.5, '10', 1e20, null])('a price of %j is no whole number of cents', (priceCents) => {
  expect(mistakesIn(productSchema, { ...fileOf(products), priceCents })).toEqual([
    'content/a.json, b, priceCents: Write a whole number of cents, such as 1250.',
  ])
})

test('a service or a product may leave out its picture', () => {
  expect(mistakesIn(productSchema, { ...fileOf(products), picture: undefined })).toEqual([])
  expect(mistakesIn(serviceSchema, { ...fileOf(services), picture: undefined })).toEqual([])
})

test('what is missing, empty or before its beginning is named in a line with its place', () => {
  expect(mistakesIn(serviceSchema, { ...fileOf(services), title: '', duration: undefined })).toEqual([
    'content/a.json, b, title: Enter the name.',
    'content/a.json, b, duration: It is missing.',
  ])
  const { schema, file } = contentRecords['clinic/hours']
  const facts = { ...file.facts, monday: [{ opens: '17:00', closes: '09:00' }] }
  expect(mistakesIn(schema, { ...file, facts })).toEqual([
    'content/a.json, b, facts.monday[0]: The closing time must come after the opening time.',
  ])
  expect(findMistakes('content/clinic.ts', clinicSchema, { ...clinic, timeZone: 'America/Hoover' })).toEqual([
    'content/clinic.ts, timeZone: This is no time zone. Write it like America/Chicago.',
  ])
})
