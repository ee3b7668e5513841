import { detectJsonFeed, parseAtomFeed, ParseError, parseJsonFeed, parseRdfFeed, parseRssFeed } from 'feedsmith'
import { z } from 'zod'
import { parseFeedDate } from './feed-date.ts'
import { type FeedDate, type FeedEntry, fromAtom, fromJson, fromRdf, fromRss } from './feed-entries.ts'
import { type FeedItem, mostItems } from './feed-item.ts'
import { pictureInText, wholePicture } from './feed-pictures.ts'
import { shapeOf } from './feed-shape.ts'
import { parseJson } from './feed-text.ts'

/**
 * The items of an RSS, Atom, RDF or JSON feed in its own order; undefined when it is none of them, or has entries
 * and not one that can be read: neither may look like a blog without posts.
 */
export function parseItems(text: string, feedUrl: string): FeedItem[] | undefined {
  const items = text.trimStart().startsWith('{') ? itemsOfJson(parseJson(text)) : itemsOfXml(text)
  return items?.map((item) => absolute(item, feedUrl))
}

/** Addresses within a feed are relative to the feed; those of a file have nowhere to point. */
export function absolute({ links, bases = [], ...item }: FeedEntry, feedUrl: string): FeedItem {
  const start = isWebAddress(feedUrl) ? feedUrl : undefined
  const base = bases.reduce((from, next) => (next && URL.parse(next, from)?.href) || from, start)
  const resolve = (address: string | undefined) => address && (URL.parse(address, base)?.href ?? address)
  const addresses = links.map(resolve).filter((address) => address !== undefined)
  const pictureUrl = resolve(item.pictureUrl ?? pictureInText(item.html))
  return {
    ...item,
    link: addresses.find(isWebAddress) ?? addresses[0],
    pictureUrl: pictureUrl && isWebAddress(pictureUrl) ? wholePicture(pictureUrl) : undefined,
  }
}

const isWebAddress = (address: string) => /^https?:/i.test(address)

const options = { maxItems: mostItems, parseDateFn: parseFeedDate }

const parsers = {
  rss: (text: string) => {
    const { items, xml } = parseRssFeed<FeedDate>(text, options)
    return items?.map(fromRss).map(within(xml?.base))
  },
  rdf: (text: string) => parseRdfFeed<FeedDate>(text, options).items?.map(fromRdf),
  atom: (text: string) => {
    const { entries, xml } = parseAtomFeed<FeedDate>(text, options)
    return entries?.map(fromAtom).map(within(xml?.base))
  },
  json: (value: unknown) => parseJsonFeed<FeedDate>(value, options).items?.map(fromJson),
}

const within =
  (base: string | undefined) =>
  (entry: FeedEntry): FeedEntry => ({ ...entry, bases: [base, ...(entry.bases ?? [])] })

function itemsOfXml(text: string) {
  const shape = shapeOf(text)
  return shape && readable(shape.isEmpty, () => parsers[shape.format](text))
}

const jsonFeed = z.looseObject({ items: z.array(z.unknown()) })

function itemsOfJson(value: unknown) {
  const feed = jsonFeed.safeParse(value).data
  if (!feed || !detectJsonFeed(feed)) return undefined
  return readable(feed.items.length === 0, () => parsers.json(feed))
}

function readable(isEmpty: boolean, parse: () => FeedEntry[] | undefined) {
  try {
    const items = parse() ?? []
    return items.length > 0 || isEmpty ? items : undefined
  } catch (error) {
    // Well-formed and of a known kind, only with nothing in it.
    return error instanceof ParseError && isEmpty ? [] : undefined
  }
}
