import { detectJsonFeed, parseAtomFeed, ParseError, parseJsonFeed, parseRdfFeed, parseRssFeed } from 'feedsmith'
import { z } from 'zod'
import { parseFeedDate } from './feed-date.ts'
import {
  type FeedDate,
  type FeedEntry,
  type FeedItem,
  fromAtom,
  fromJson,
  fromRdf,
  fromRss,
  maxItems,
} from './feed-entries.ts'
import { findChannelBase, markLinkBases, resolveBases, resolveAddress, makeLinksAbsolute } from './feed-bases.ts'
import { findPicture, toFullSize } from './feed-pictures.ts'
import { detectFormat } from './feed-shape.ts'
import { parseJson } from './feed-text.ts'

/**
 * Items in the feed's order. Undefined if the text is no feed or none of its entries can be read, because neither may
 * look like an empty blog.
 */
export function parseItems(text: string, feedUrl: string): FeedItem[] | undefined {
  const items = text.trimStart().startsWith('{') ? parseJsonItems(parseJson(text)) : parseXml(text)
  return items?.map((item) => resolveEntry(item, feedUrl))
}

/**
 * Resolves addresses relative to the feed (those in a file stay unresolved) and removes half surrogate pairs and
 * U+FFFD.
 */
export function resolveEntry({ links, bases = [], textBase, ...item }: FeedEntry, feedUrl: string): FeedItem {
  const base = resolveBases(isWebAddress(feedUrl) ? feedUrl : undefined, bases)
  const inText = resolveBases(base, [textBase])
  const addresses = links
    .map((link) => resolveAddress(removeLostCharacters(link), base))
    .filter((address) => address !== undefined)
  const pictureUrl =
    resolveAddress(removeLostCharacters(item.pictureUrl), base) ??
    resolveAddress(removeLostCharacters(findPicture(item.html)), inText)
  return {
    ...item,
    title: removeLostCharacters(item.title),
    html: makeLinksAbsolute(removeLostCharacters(item.html), inText),
    summary: removeLostCharacters(item.summary),
    author: removeLostCharacters(item.author),
    link: addresses.find(isWebAddress) ?? addresses[0],
    pictureUrl: pictureUrl && isWebAddress(pictureUrl) ? toFullSize(pictureUrl) : undefined,
  }
}

/** Also as an HTML character reference. */
const lost = /\ufffd|&#(?:0*65533|x0*fffd|0+|x0+|x0*d[89a-f][\da-f]{2});/gi
const removeLostCharacters = <Text extends string | undefined>(text: Text) =>
  text?.toWellFormed().replace(lost, '') as Text

const isWebAddress = (address: string) => /^https?:/i.test(address)

const options = { maxItems, parseDateFn: parseFeedDate }

const parsers = {
  rss: (text: string) => {
    const { items, xml } = parseRssFeed<FeedDate>(text, options)
    return items?.map(fromRss).map(addBases(xml?.base, findChannelBase(text)))
  },
  rdf: (text: string) => {
    const { items, xml } = parseRdfFeed<FeedDate>(text, options)
    return items?.map(fromRdf).map(addBases(xml?.base))
  },
  atom: (text: string) => {
    const { entries, xml } = parseAtomFeed<FeedDate>(text, options)
    return entries?.map(fromAtom).map(addBases(xml?.base))
  },
  json: (value: unknown) => parseJsonFeed<FeedDate>(value, options).items?.map(fromJson),
}

const addBases =
  (...around: (string | undefined)[]) =>
  (entry: FeedEntry): FeedEntry => ({ ...entry, bases: [...around, ...(entry.bases ?? [])] })

function parseXml(text: string) {
  const shape = detectFormat(text)
  return shape && parseOrUndefined(shape.isEmpty, () => parsers[shape.format](markLinkBases(text)))
}

const jsonFeed = z.looseObject({ items: z.array(z.unknown()) })

function parseJsonItems(value: unknown) {
  const feed = jsonFeed.safeParse(value).data
  if (!feed || !detectJsonFeed(feed)) return undefined
  return parseOrUndefined(feed.items.length === 0, () => parsers.json(feed))
}

function parseOrUndefined(isEmpty: boolean, parse: () => FeedEntry[] | undefined) {
  try {
    const items = parse() ?? []
    return items.length > 0 || isEmpty ? items : undefined
  } catch (error) {
    // A valid feed without entries.
    return error instanceof ParseError && isEmpty ? [] : undefined
  }
}
