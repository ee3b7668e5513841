import { isAvailable } from './product.ts'
import { findServiceId, listServices } from './services.ts'
import type { Lists } from '#app/domain/content/content-record.ts'

export const feelings = ['wornOut', 'outOfRhythm', 'oneThing'] as const
export type Feeling = (typeof feelings)[number]

export const oils = ['allOver', 'headOnly', 'noOil'] as const
export type Oil = (typeof oils)[number]

/** For people who don't know yet or should be careful: General Consultation, as long as there is one. */
export const findTalk = (content: Lists) =>
  listServices(content).filter(({ id }) => id === findServiceId(content, undefined))

/** Services that fit the answers, best first; never one for a condition. */
export function suggestServices(content: Lists, feeling: Feeling, oil: Oil) {
  const talk = findTalk(content)
  const talkIds = talk.map(({ id }) => id)
  const isOneToTalkAbout = feeling === 'oneThing' && oil === 'noOil'
  const ids = isOneToTalkAbout ? [...talkIds, ...byOil[oil]] : [...byOil[oil], ...talkIds]
  const services = listServices(content).filter(isAvailable)
  const found = ids.flatMap((id) => services.find((service) => service.id === id) ?? [])
  return found.length > 0 ? found : talk
}

const byOil: Record<Oil, string[]> = {
  allOver: ['abhyangam', 'shirodhara'],
  headOnly: ['shirodhara', 'abhyangam'],
  noOil: ['nadi-pareeksha'],
}
