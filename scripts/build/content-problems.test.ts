import { expect, test } from 'vitest'
import { findContentProblems } from './content-problems.ts'

type Said = Parameters<typeof findContentProblems>[0]

const service = { duration: '1 hr', price: '$1', summary: 'S', description: 'D' }
const said: Said = {
  services: [
    { ...service, id: 'rest', title: 'Rest', category: 'Panchakarma', picture: 'general' },
    { ...service, id: 'walk', title: 'Long Walk', category: 'Panchakarma' },
  ],
  featuredServiceIds: ['walk'],
  booking: {
    ...{
      stepMinutes: 30,
      bufferMinutes: 0,
      noticeHours: 0,
      horizonDays: 60,
      changeCutOffHours: 24,
      graceMinutes: 60,
      mostUpcoming: 3,
      mostOnlinePerHour: 30,
    },
    rooms: [{ id: 'room', name: 'Room' }],
    practitioners: [],
    usual: { minutes: 60 },
    services: {},
  },
  team: [{ id: 'maya', services: ['rest'] }],
  posts: { spring: { publishedAt: '2026-03-01T09:00:00Z' } },
  pictures: { plates: { leaf: { file: 'general.svg' } }, spots: {}, photos: {} },
  texts: [{ file: 'search-entries.ts', text: '/services#long-walk' }],
}
const [rest, walk] = said.services as [Said['services'][number], Said['services'][number]]

test('consistent content has no problem, also without a plate', () => {
  expect(findContentProblems(said)).toEqual([])
})

test.each<[string, Partial<Said>, string]>([
  ['a featured service that is gone', { featuredServiceIds: ['shirodhara'] }, "'shirodhara' is featured"],
  ['a post without its date', { posts: { autumn: { publishedAt: '' } } }, "'autumn' doesn’t say when"],
  ['a title twice', { services: [rest, walk, { ...walk, id: 'walk-2' }] }, 'two cards have the anchor #long-walk'],
  [
    'a link to no service',
    { texts: [{ file: 'pages/about.ts', text: '/services#x' }] },
    'about.ts: /services#x doesn’t lead',
  ],
  ['a missing file', { pictures: { ...said.pictures, spots: { a: { file: 'no.svg' } } } }, 'pictures/no.svg does not'],
  [
    'a service in no room',
    { booking: { ...said.booking, services: { rest: { rooms: ['pool'] } } } },
    "the room 'pool'",
  ],
  [
    'a person who gives no service of the clinic',
    { team: [{ id: 'maya', services: ['swim'] }] },
    "'maya' gives 'swim'",
  ],
])('%s is rejected with file and name', (_, change, told) => {
  const problems = findContentProblems({ ...said, ...change })
  expect(problems.join('\n')).toContain(told)
  for (const line of problems) expect(line).toMatch(/^content\/[^\n]+$/)
})
