import { describeChange } from '#app/domain/audit/describe-change.ts'
import { deliveredContent, type DeliveredContent } from '#app/domain/content/content-now.server.ts'
import type { Parts } from '#app/domain/content/changes.server.ts'
import { readContentForm } from '#app/domain/content/content-form.server.ts'
import { getSource, isContentName } from '#app/domain/content/content-record.ts'
import { publishContent } from '#app/domain/content/publish.server.ts'
import { toDecimal, formatCents } from '#app/domain/shared/money.ts'
import { getActor } from '#app/http/admin.server.ts'
import { askAboutClaims } from '#app/http/ask-about-claims.server.ts'
import { type RequestContext, servicesContext } from '#app/http/context.ts'
import type { Typed } from '#app/http/parse-form.ts'
import type { ItemSection } from '#app/ui/admin/section-summary.ts'
import { clinicAdminPage as words } from '#content/pages/admin-clinic.ts'
import type { Services } from '#app/services.server.ts'
import { answer, done, parseRevision, submitSection } from './answers.server.ts'

/** What is booked or sold, with its price as it stands in its field. */
export type Item = {
  section: ItemSection
  name: string
  price: string
  isAvailable: boolean
  /** Price and availability in a line: now, and as delivered. */
  said: string
  saidByDefault: string
  /** Whether it differs from what was delivered. */
  isChanged: boolean
  revision: number
}

/** Products first, each collection in its order. */
export const listItems = (content: DeliveredContent): Item[] =>
  (['products', 'services'] as const).flatMap((collection) =>
    content
      .list(collection)
      .filter(({ archived }) => !archived)
      .map(({ id }) => toItem(content, `${collection}/${id}`)),
  )

function toItem(content: DeliveredContent, name: ItemName): Item {
  const now = toOffer(name, content.template(name))
  const [said, saidByDefault] = [sayOffer(now), sayOffer(toOffer(name, deliveredContent.template(name)))]
  return {
    section: name.replace('s/', ':') as ItemSection,
    name: content.titleOf(name),
    price: typeof now.price === 'number' ? toDecimal(now.price) : now.price,
    isAvailable: now.available,
    ...{ said, saidByDefault },
    isChanged: said !== saidByDefault && getSource(name).isDelivered,
    revision: content.versionOf(name),
  }
}

type ItemName = `products/${string}` | `services/${string}`

/** Its record; undefined for a section that is no product or service of the clinic. */
export function findItemName(content: Pick<DeliveredContent, 'has'>, section: string) {
  const name = section.replace(':', 's/')
  return isItemName(name) && content.has(name) ? name : undefined
}

const isItemName = (name: string): name is ItemName => /^(products|services)\//.test(name) && isContentName(name)

const priceField = (name: ItemName) => (name.startsWith('products/') ? 'priceCents' : 'price')

/** `price`: cents of a product, the price text of a service. */
type Offer = { price: string | number; available: boolean }

function toOffer(name: ItemName, value: Parts): Offer {
  const price = value[priceField(name)]
  return { price: typeof price === 'number' ? price : String(price), available: value.available === true }
}

const sayOffer = ({ price, available }: Offer) =>
  [typeof price === 'number' ? formatCents(price) : price, !available && words.unavailable].filter(Boolean).join(', ')

/** Publishes its price and availability, or those that were delivered; a draft of it stays. */
export async function saveItem(context: RequestContext, name: ItemName, typed: Typed) {
  const services = context.get(servicesContext)
  const { content } = services
  const section = typed.section as ItemSection
  const isReset = typed.intent === 'reset'
  const before = content.template(name)
  const { value, errors } = readOfferForm(services, name, before, isReset ? deliveredContent.template(name) : typed)
  const error = errors[priceField(name)]
  if (error) return answer(section, typed, 400, { fieldErrors: { price: error } })
  const [was, is] = [toOffer(name, before), toOffer(name, value as Parts)]
  const { asked, wereShown } = askAboutClaims(typeof is.price === 'string' ? is.price : '', typed)
  if (asked) return answer(section, typed, 400, {}, { claims: asked })

  return submitSection(context, section, typed, async () => {
    const published = await publishContent(services, getActor(context), {
      ...{ name, value, over: parseRevision(typed), claimsShown: wereShown, now: Date.now() },
      detail: describeChange(sayOffer(was), sayOffer(is)),
    })
    // Another process may have published.
    await content.reload()
    const now = sayOffer(toOffer(name, content.template(name)))
    // A second press of the same button is not a conflict.
    if (published.ok || now === sayOffer(is)) return done(context, section, isReset ? words.isDefault : words.saved)
    const advice = `${words.meanwhile.there(now)}. ${words.meanwhile.advice}`
    return answer(section, typed, 409, { error: words.meanwhile.error, advice }, { conflict: true })
  })
}

/** The record with what was typed, or with the price and availability of another one. */
function readOfferForm({ pictures }: Pick<Services, 'pictures'>, name: ItemName, before: Parts, from: Typed | Parts) {
  const field = priceField(name)
  if ('section' in from)
    return readContentForm(
      getSource(name).schema.fields,
      before,
      { [field]: String(from.price ?? ''), available: from.unavailable === undefined ? 'on' : '' },
      // Its other fields, with their links, are not in this form.
      { findPicture: pictures.find, hasPage: () => true },
    )
  const errors: Record<string, string> = {}
  return { value: { ...before, [field]: from[field], available: from.available }, errors }
}
