import type { Lists } from '#app/domain/content/content-record.ts'
import { type ClaimHit, findClaims } from '#app/domain/claims/find-claims.ts'
import { listProducts } from './products.ts'
import { findServicePage, listServices } from './services.ts'

/** The claims about diseases in the texts of a service or product. */
export type TextWithClaims = {
  kind: 'service' | 'product'
  id: string
  name: string
  /** Whether the text can be changed in the dashboard; otherwise in content/. */
  inDashboard: boolean
  claims: ClaimHit[]
}

/** Checks the current texts of all services and products, except names. */
export function findCatalogueClaims(content: Lists): TextWithClaims[] {
  const texts = [
    ...listServices(content).flatMap(({ id, title: name, price, summary, description }) => [
      { kind: 'service' as const, id, name, inDashboard: true, text: price },
      {
        kind: 'service' as const,
        id,
        name,
        inDashboard: false,
        text: [summary, description, ...listDetails(content, id)].join('\n\n'),
      },
    ]),
    ...listProducts(content).map(({ id, name, label }) => ({
      kind: 'product' as const,
      id,
      name,
      inDashboard: false,
      text: [label?.ingredients, label?.quantity, label?.form, label?.suggestedUse].filter(Boolean).join('\n\n'),
    })),
  ]
  return texts
    .map(({ text, ...about }) => ({ ...about, claims: findClaims(text) }))
    .filter(({ claims }) => claims.length > 0)
}

function listDetails(content: Lists, id: string) {
  const { hour = [], suits = [], wait = [], prepare = [] } = findServicePage(content, id)?.details ?? {}
  return [...hour.flatMap(({ heading, text }) => [heading, text]), ...suits, ...wait, ...prepare]
}
