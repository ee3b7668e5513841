import { type BlogState, type Post, type PostTeaser, readingMinutes } from '#app/domain/blog/blog-post.ts'
import { clinicDate, formatClinicDate } from '#app/domain/shared/clinic-time.ts'
import type { ListedPost } from './parts/all-posts-page.tsx'
import type { BlogState as BlogView, BlogPostTeaser } from './parts/post-list.tsx'
import type { BlogPostView } from './parts/post-page.tsx'
import { blogPage } from '#content/pages/blog.ts'
import { clinic as contentClinic } from '#content/clinic.ts'
import type { PlateName } from '#content/pictures.ts'

/** The states of the blog as its page shows them; dates are those of the clinic's calendar. */
export function toBlogView(state: BlogState, timeZone: string): BlogView {
  switch (state.kind) {
    case 'cold':
      return { kind: 'loading' }
    case 'failed':
      return { kind: 'error', message: blogPage.fetchFailed }
    case 'loaded':
      return { kind: 'loaded', posts: state.posts.map((post) => toTeaserView(post, timeZone)) }
  }
}

export const toPostView = (post: Post, timeZone: string): BlogPostView => ({
  title: post.title,
  path: post.url,
  ...formatPostDate(post, timeZone),
  author: post.author,
  minutes: readingMinutes(post.words),
  excerpt: post.excerpt,
  html: post.html,
  picture: toPicture(post),
})

export const toListedPost = (post: PostTeaser, timeZone: string): ListedPost => ({
  title: post.title,
  url: post.url,
  external: post.external,
  ...formatPostDate(post, timeZone),
  author: post.author,
  minutes: readingMinutes(post.words),
  excerpt: post.excerpt,
})

const toTeaserView = (post: PostTeaser, timeZone: string): BlogPostTeaser => ({
  title: post.title,
  url: post.url,
  external: post.external,
  ...formatPostDate(post, timeZone),
  excerpt: post.excerpt,
  picture: toPicture(post),
})

/** Both empty when the feed gave no date that makes sense. */
const formatPostDate = ({ publishedAt }: PostTeaser, timeZone: string) =>
  publishedAt === undefined
    ? { date: '', dateTime: '' }
    : { date: formatClinicDate(publishedAt, timeZone), dateTime: clinicDate(publishedAt, timeZone).toString() }

/** In the order of the blog page; none of them belongs to one post. */
const plateOrder: PlateName[] = [
  'skin-care',
  'general',
  'abhyangam',
  'shirodhara',
  'nadi-pareeksha',
  'panchakarma',
  'gastritis',
]

const toPicture = ({ photo, pictureId, position }: PostTeaser): BlogPostTeaser['picture'] => {
  if (photo) return toPhotoView(photo)
  return pictureId
    ? { kind: 'own', url: `/blog/pictures/${pictureId}` }
    : { kind: 'plate', name: plateOrder[position % plateOrder.length] ?? 'general' }
}

function toPhotoView({ url, photographer }: NonNullable<PostTeaser['photo']>): BlogPostTeaser['picture'] {
  const { photoService } = blogPage
  return {
    kind: 'photo',
    url,
    photographer: photographer && { text: photographer.name, href: addUtmSource(photographer.url) },
    service: { ...photoService, href: addUtmSource(photoService.href) },
  }
}

/** The service's rules ask that its links say where a visitor comes from. */
function addUtmSource(address: string) {
  const url = new URL(address)
  url.searchParams.set('utm_source', contentClinic.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_'))
  url.searchParams.set('utm_medium', 'referral')
  return url.href
}
