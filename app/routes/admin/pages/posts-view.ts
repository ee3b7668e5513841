import type { Lists } from '#app/domain/content/content-record.ts'
import type { PostToReview } from '#app/domain/blog/post-decisions.server.ts'
import { postKey } from '#app/domain/blog/post-key.server.ts'
import { findCatalogueClaims } from '#app/domain/catalogue/catalogue-claims.ts'
import { findClaims } from '#app/domain/claims/find-claims.ts'
import { type ClinicFacts, clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { formatClinicDate } from '#app/domain/shared/clinic-time.ts'
import { postsPage } from '#content/pages/admin-claims.ts'

export const postView = ({ address, title, publishedAt, hidden, approved, claims, fingerprint }: PostToReview) => ({
  key: postKey(address),
  address,
  title,
  date: publishedAt === undefined ? '' : formatClinicDate(publishedAt, clinicTimeZone),
  state: getState(hidden, claims.length > 0, approved),
  claims,
  fingerprint,
})

function getState(hidden: boolean, hasClaims: boolean, approved: boolean): keyof typeof postsPage.states {
  if (hidden) return 'hidden'
  if (!hasClaims) return 'clear'
  return approved ? 'kept' : 'marked'
}

export function textViews({ notice }: Pick<ClinicFacts, 'notice'>, content: Lists) {
  const { texts } = postsPage
  const inNotice = findClaims(notice ?? '')
  return [
    ...findCatalogueClaims(content).map(({ kind, id, name, inDashboard, claims }) => ({
      key: `${kind} ${id} ${inDashboard}`,
      heading: texts[kind](name),
      claims,
      ...(inDashboard && { editAt: `/admin/clinic#${kind}s` }),
    })),
    ...(inNotice.length > 0
      ? [{ key: 'notice', heading: texts.notice, claims: inNotice, editAt: '/admin/clinic#notice' }]
      : []),
  ]
}
