import { type PostTeaser, readingMinutes } from '#app/domain/blog/blog-post.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { clinicDay, formatClinicDate } from '#app/domain/shared/clinic-time.ts'
import { blogPage } from '#content/pages/blog.ts'

/** 'By Maya Thomas · October 12, 2023 · 3 min read', without unknown parts. */
export function PostAbout({ post: { publishedAt, author, words } }: { post: PostTeaser }) {
  const minutes = readingMinutes(words)
  const parts = [
    author && <span key="author">{blogPage.by(author)}</span>,
    publishedAt !== undefined && (
      <time key="date" dateTime={clinicDay(publishedAt, clinicTimeZone)}>
        {formatClinicDate(publishedAt, clinicTimeZone)}
      </time>
    ),
    minutes && <span key="minutes">{blogPage.minutes(minutes)}</span>,
  ].filter(Boolean)
  if (parts.length === 0) return null
  return (
    <p className="hint date post-about">{parts.flatMap((part, index) => (index === 0 ? [part] : [' · ', part]))}</p>
  )
}
