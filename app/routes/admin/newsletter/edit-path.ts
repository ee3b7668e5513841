import type { Campaign } from '#app/domain/newsletter/campaign.ts'

export const writePath = (id: string) => `/admin/newsletter/${id}/write`

/** Where a draft is edited. */
export const editPath = ({ id, body }: Pick<Campaign, 'id' | 'body'>) =>
  body === undefined ? `/admin/newsletter?edit=${id}` : writePath(id)
