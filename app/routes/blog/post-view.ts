import { type BlogState, type PostTeaser, readingMinutes } from '#app/domain/blog/blog-post.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { clinicDate, formatClinicDate } from '#app/domain/shared/clinic-time.ts'
import type { BlogView, PostView } from './parts/post-list.tsx'
import { blogPage } from '#content/pages/blog.ts'
import { clinic as contentClinic } from '#content/clinic.ts'
import type { PlateName } from '#content/pictures.ts'

export function toBlogView(state: BlogState): BlogView {
  switch (state.kind) {
    case 'cold':
      return { kind: 'loading' }
    case 'failed':
      return { kind: 'error', message: blogPage.fetchFailed }
    case 'loaded':
      return { kind: 'loaded', posts: state.posts.map(toPostView) }
  }
}

export const toPostView = (post: PostTeaser): PostView => ({
  title: post.title,
  url: post.url,
  external: post.external,
  ...formatPostDate(post),
  author: post.author,
  minutes: readingMinutes(post.words),
  excerpt: post.excerpt,
  picture: toPicture(post),
})

/** Both empty if the feed gave no valid date. */
const formatPostDate = ({ publishedAt }: PostTeaser) =>
  publishedAt === undefined
    ? { date: '', dateTime: '' }
    : {
        date: formatClinicDate(publishedAt, clinicTimeZone),
        dateTime: clinicDate(publishedAt, clinicTimeZone).toString(),
      }

/** Plates by position on the blog page. */
const plateOrder: PlateName[] = [
  'skin-care',
  'general',
  'abhyangam',
  'shirodhara',
  'nadi-pareeksha',
  'panchakarma',
  'gastritis',
]

const toPicture = ({ photo, pictureId, position }: PostTeaser): PostView['picture'] => {
  if (photo) return toPhotoView(photo)
  return pictureId
    ? { kind: 'own', url: `/blog/pictures/${pictureId}` }
    : { kind: 'plate', name: plateOrder[position % plateOrder.length] ?? 'general' }
}

function toPhotoView({ url, photographer }: NonNullable<PostTeaser['photo']>): PostView['picture'] {
  const { photoService } = blogPage
  return {
    kind: 'photo',
    url,
    photographer: photographer && { text: photographer.name, href: addUtmSource(photographer.url) },
    service: { ...photoService, href: addUtmSource(photoService.href) },
  }
}

/** The service's rules require that its links name the referring site. */
function addUtmSource(address: string) {
  const url = new URL(address)
  url.searchParams.set('utm_source', contentClinic.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_'))
  url.searchParams.set('utm_medium', 'referral')
  return url.href
}
