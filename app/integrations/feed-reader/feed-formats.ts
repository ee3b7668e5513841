import { detectJsonFeed, parseAtomFeed, ParseError, parseJsonFeed, parseRdfFeed, parseRssFeed } from 'feedsmith'
import { z } from 'zod'
import { parseFeedDate } from './feed-date.ts'
import { type FeedDate, type FeedEntry, fromAtom, fromJson, fromRdf, fromRss } from './feed-entries.ts'
import { type FeedItem, mostItems } from './feed-item.ts'
import { channelBase, keepLinkBases, nested, resolve, withWholeLinks } from './feed-bases.ts'
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

/**
 * Addresses within a feed are relative to the feed; those of a file have nowhere to point. Here, and for a converter's
 * items too, what no letter is known for is left out: half a character, or one that was lost before it came here.
 */
export function absolute({ links, bases = [], textBase, ...item }: FeedEntry, feedUrl: string): FeedItem {
  const base = nested(isWebAddress(feedUrl) ? feedUrl : undefined, bases)
  const inText = nested(base, [textBase])
  const addresses = links.map((link) => resolve(legible(link), base)).filter((address) => address !== undefined)
  const pictureUrl = resolve(legible(item.pictureUrl), base) ?? resolve(legible(pictureInText(item.html)), inText)
  return {
    ...item,
    title: legible(item.title),
    html: withWholeLinks(legible(item.html), inText),
    ...(item.summary !== undefined && { summary: legible(item.summary) }),
    ...(item.author !== undefined && { author: legible(item.author) }),
    link: addresses.find(isWebAddress) ?? addresses[0],
    pictureUrl: pictureUrl && isWebAddress(pictureUrl) ? wholePicture(pictureUrl) : undefined,
  }
}

/** Also where HTML writes it as a number. */
const lost = /\ufffd|&#(?:0*65533|x0*fffd|0+|x0+|x0*d[89a-f][\da-f]{2});/gi
const legible = <Text extends string | undefined>(text: Text) => text?.toWellFormed().replace(lost, '') as Text

const isWebAddress = (address: string) => /^https?:/i.test(address)

const options = { maxItems: mostItems, parseDateFn: parseFeedDate }

const parsers = {
  rss: (text: string) => {
    const { items, xml } = parseRssFeed<FeedDate>(text, options)
    return items?.map(fromRss).map(within(xml?.base, channelBase(text)))
  },
  rdf: (text: string) => {
    const { items, xml } = parseRdfFeed<FeedDate>(text, options)
    return items?.map(fromRdf).map(within(xml?.base))
  },
  atom: (text: string) => {
    const { entries, xml } = parseAtomFeed<FeedDate>(text, options)
    return entries?.map(fromAtom).map(within(xml?.base))
  },
  json: (value: unknown) => parseJsonFeed<FeedDate>(value, options).items?.map(fromJson),
}

const within =
  (...around: (string | undefined)[]) =>
  (entry: FeedEntry): FeedEntry => ({ ...entry, bases: [...around, ...(entry.bases ?? [])] })

function itemsOfXml(text: string) {
  const shape = shapeOf(text)
  return shape && readable(shape.isEmpty, () => parsers[shape.format](keepLinkBases(text)))
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
