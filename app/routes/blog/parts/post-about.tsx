import { blogPage } from '#content/pages/blog.ts'

/** Empty or missing where the feed says nothing. */
export type PostFacts = { date: string; dateTime: string; author?: string; minutes?: number }

/** 'By Maya Thomas · October 12, 2023 · 3 min read', without unknown parts. */
export function PostAbout({ facts: { date, dateTime, author, minutes } }: { facts: PostFacts }) {
  const parts = [
    author && <span key="author">{blogPage.by(author)}</span>,
    date && (
      <time key="date" dateTime={dateTime}>
        {date}
      </time>
    ),
    minutes && <span key="minutes">{blogPage.minutes(minutes)}</span>,
  ].filter(Boolean)
  if (parts.length === 0) return null
  return <p className="date post-about">{parts.flatMap((part, index) => (index === 0 ? [part] : [' · ', part]))}</p>
}
