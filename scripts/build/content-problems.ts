import { existsSync } from 'node:fs'
import type { BookingContent } from '#app/domain/booking/booking-content.ts'
import { cardAnchor, type WellnessService } from '#app/domain/catalogue/service.ts'
import type { Person } from '#app/domain/team/person.ts'
import type { Photo } from '#content/pictures.ts'

const folder = new URL('../../content/pictures/', import.meta.url)

type Content = {
  services: WellnessService[]
  featuredServiceIds: string[]
  booking: BookingContent
  team: Pick<Person, 'id' | 'services'>[]
  posts: Record<string, { publishedAt: string }>
  pictures: {
    plates: Record<string, { file: string }>
    spots: Record<string, { file: string }>
    photos: Record<string, Photo>
  }
  texts: { file: string; text: string }[]
}

/** One line for each reference in content/ that leads nowhere, and for each duplicate id. */
export function findContentProblems({ services, featuredServiceIds, booking, team, posts, pictures, texts }: Content) {
  const cards = services.filter(({ category }) => category)
  const anchors = new Set(cards.map(cardAnchor))
  const serviceIds = services.map(({ id }) => id)
  const rooms = [...booking.rooms, ...(booking.formerRooms ?? [])].map(({ id }) => id)
  return [
    ...findDuplicates(cards.map(cardAnchor)).map(
      (anchor) => `content/services.json: two cards have the anchor #${anchor}`,
    ),
    ...featuredServiceIds
      .filter((id) => !cards.some((service) => service.id === id))
      .map((id) => `content/services.ts: '${id}' is featured on the home page, but no service with a card has that id`),
    ...Object.entries(posts)
      .filter(([, { publishedAt }]) => publishedAt === '')
      .map(([id]) => `content/posts.json: '${id}' doesn’t say when it was published (publishedAt)`),
    ...listPictureFiles(pictures)
      .filter((file) => !existsSync(new URL(file, folder)))
      .map((file) => `content/pictures/${file} does not exist`),
    ...texts
      .filter(({ file }) => file.startsWith('pages/') || file === 'search-entries.ts')
      .filter(({ text }) => /^\/services#(?!group-)/.test(text) && !anchors.has(text.slice('/services#'.length)))
      .map(({ file, text }) => `content/${file}: ${text} doesn’t lead to a service`),
    ...Object.entries(booking.services).flatMap(([id, plan]) =>
      (plan.rooms ?? [])
        .filter((room) => !rooms.includes(room))
        .map((room) => `content/services.json: '${id}' uses the room '${room}', which isn’t in content/rooms.json`),
    ),
    ...team.flatMap(({ id, services: given }) =>
      given
        .filter((service) => !serviceIds.includes(service))
        .map((service) => `content/team.json: '${id}' gives '${service}', which isn’t in content/services.json`),
    ),
  ]
}

export function listPictureFiles({ plates, spots, photos }: Content['pictures']) {
  const drawings = [...Object.values(plates), ...Object.values(spots)].map(({ file }) => file)
  const photographs = Object.entries(photos).flatMap(([name, { widths, phone }]) => [
    `${name}.jpg`,
    ...widths.map((width) => `${name}-${width}.avif`),
    ...Object.keys(phone?.densities ?? {}).map((width) => `${name}-phone-${width}.avif`),
  ])
  return [...drawings, ...photographs]
}

const findDuplicates = (names: string[]) => [...new Set(names.filter((name, index) => names.indexOf(name) !== index))]
