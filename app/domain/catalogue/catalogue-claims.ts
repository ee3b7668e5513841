import { type ClaimHit, findClaims } from '#app/domain/claims/find-claims.ts'
import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import { currentProducts } from './products.ts'
import { currentServices } from './services.ts'

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
export function findCatalogueClaims({ items }: Pick<ClinicFacts, 'items'>): TextWithClaims[] {
  const texts = [
    ...currentServices({ items }).flatMap(({ id, title: name, price, summary, description }) => [
      { kind: 'service' as const, id, name, inDashboard: true, text: price },
      { kind: 'service' as const, id, name, inDashboard: false, text: `${summary}\n\n${description}` },
    ]),
    ...currentProducts({ items }).map(({ id, name, label }) => ({
      kind: 'product' as const,
      id,
      name,
      inDashboard: false,
      text: [label?.ingredients, label?.quantity, label?.form].filter(Boolean).join('\n\n'),
    })),
  ]
  return texts
    .map(({ text, ...about }) => ({ ...about, claims: findClaims(text) }))
    .filter(({ claims }) => claims.length > 0)
}
