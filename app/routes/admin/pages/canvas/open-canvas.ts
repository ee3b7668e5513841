import { findCards, isEntry, listBeside } from './entry-cards.ts'
import { addItemBar, type ItemAct } from './item-bar.ts'
import { findPictures, type Part, takeMarks } from './find-parts.ts'
import { addRegions, layOut, type Region, smallest } from './regions.ts'
import { writeInPlace } from './write-in-place.ts'

type CanvasOptions = {
  /** The address of the styles of its outlines. */
  styles: string
  chosen: string | undefined
  /** How much of the frame is hidden, from its bottom. */
  measureCovered: () => number
  /** By the keyboard. */
  onReach: () => void
  /** Fields that may be pictures, with the name of the one that is shown. */
  pictures: { path: string; value: string }[]
  has: (path: string) => boolean
  describe: Parameters<typeof addRegions>[2]
  labelOf: (path: string) => string
  canWrite: (path: string) => boolean
  /** What can be done with the item of a list in which the field is. */
  actsOf: (path: string) => ItemAct[]
  /** The same for the card of an entry; `beside`: the entries in its list. */
  cardActsOf: (path: string, beside: string[]) => ItemAct[]
  onAct: (command: string) => void
  onChoose: (path: string, options: { isWriting: boolean }) => void
  onWrite: (path: string, text: string) => void
  onEnd: () => void
}

export type Canvas = ReturnType<typeof openCanvas>

/** Makes a loaded preview one that is edited: from outside, since no script runs in it. */
export function openCanvas(page: Document, options: CanvasOptions) {
  const { parts: texts, hidden } = takeMarks(page)
  const cards = findCards(texts)
  const fields = [...texts, ...findPictures(page, options.pictures)].filter(({ path }) => options.has(path))
  const parts = [...fields, ...cards]
  const regions = addRegions(page, parts, options.describe)
  const regionAt = new Map<Node, Region>(
    regions.flatMap((region) => [region.element, region.button].map((node) => [node, region])),
  )
  const partAt = new Map<Node, Part>(parts.map((part) => [part.element, part]))
  const measureSeen = () => (page.defaultView?.innerHeight ?? 0) - options.measureCovered()
  const bar = addItemBar(page, options.onAct, measureSeen)
  const place = () => {
    layOut(page, regions)
    bar.place()
  }
  page.head.append(
    Object.assign(page.createElement('link'), { rel: 'stylesheet', href: options.styles, onload: place }),
  )
  const size = new ResizeObserver(place)
  size.observe(page.body)
  // It may be shown smaller than it is.
  const frame = page.defaultView?.frameElement?.parentElement
  if (frame) size.observe(frame)
  leaveOnlyRegions(page)
  page.addEventListener('click', choosePointed, true)
  page.addEventListener('pointerover', (event) => {
    // A finger that was lifted points at nothing.
    if (event.pointerType !== 'touch') mark('region-pointed', findRegion(event))
  })
  page.addEventListener('focusin', ({ target }) => {
    const region = regionAt.get(target as Node)
    if (region?.button !== target) return
    options.onReach()
    bringIntoView(region)
  })
  for (const kind of ['toggle', 'load', 'scroll']) page.addEventListener(kind, place, true)
  place()
  markChosen(options.chosen)

  /** Nothing on the page does what it does for visitors. */
  function choosePointed(event: MouseEvent) {
    if (bar.has(event.target as Node)) return
    const { detail, clientX, clientY } = event
    if (!listAt(event).some((element) => element.matches(opening))) event.preventDefault()
    const region = findRegion(event)
    if (!region) return
    const pointed = listAt(event).flatMap((element) => partAt.get(element) ?? [])[0]
    const part = pointed && region.parts.includes(pointed) ? pointed : region.parts[0]!
    if (!part.element.isContentEditable) start(part, region, detail > 0 ? { x: clientX, y: clientY } : undefined)
  }

  /** A picture may be below what is pointed at. */
  const findRegion = (event: MouseEvent) =>
    [...listAt(event), ...page.elementsFromPoint(event.clientX, event.clientY)].flatMap(
      (element) => regionAt.get(element) ?? [],
    )[0]

  function start({ path, element, isText }: Part, { button }: Region, at: { x: number; y: number } | undefined) {
    const isWriting = isText === true && options.canWrite(path)
    const { top } = element.getBoundingClientRect()
    options.onChoose(path, { isWriting })
    if (!isWriting) return
    // What was pointed at may have been brought elsewhere.
    if (at) at.y += element.getBoundingClientRect().top - top
    const onWrite = (text: string) => {
      options.onWrite(path, text)
      place()
    }
    const onLeave = () => button.focus()
    writeInPlace(element, { label: options.labelOf(path), onWrite, onLeave, onEnd: options.onEnd }, at)
  }

  function mark(name: string, chosen: Region | undefined) {
    for (const region of regions) region.button.classList.toggle(name, region === chosen)
  }

  function markChosen(path: string | undefined) {
    const chosen = regions.find((region) => region.parts.some((part) => part.path === path))
    mark('region-chosen', chosen)
    bar.show(chosen, ...findItem(path))
    bar.place()
    return chosen
  }

  /** What can be done with the item that has the field, and all its blocks: those with which the same can be done. */
  function findItem(path: string | undefined): [ItemAct[], HTMLElement[]] {
    const acts = path === undefined ? [] : actsOf(path)
    if (acts.length === 0) return [[], []]
    const toKey = (acts: ItemAct[]) => acts.map(({ command }) => command).join()
    const item = regions.filter(({ parts }) => toKey(actsOf(parts[0]!.path)) === toKey(acts))
    return [acts, item.map(({ element }) => element)]
  }

  function actsOf(path: string) {
    return isEntry(path) ? options.cardActsOf(path, listBeside(cards, path)) : options.actsOf(path)
  }

  function bringIntoView({ element }: Region) {
    const { top, bottom, height } = element.getBoundingClientRect()
    const seen = measureSeen()
    // Not by `scrollIntoView`, which would move the page around the frame too.
    if (height > 0 && (top < seen / 8 || bottom > seen))
      page.defaultView?.scrollBy({ top: top - seen / 3, behavior: 'instant' })
  }

  return {
    /** If none is in view, such as of a service far below. */
    showFirst() {
      const first = regions.find(({ element }) => element.offsetHeight > smallest)
      if (first && !regions.some((region) => isInView(region, measureSeen()))) bringIntoView(first)
    },
    /** Shows what was typed into a field; false if only the server can show it. */
    show(path: string, text: string) {
      const here = parts.filter((part) => part.path === path)
      if (here.length === 0 || !here.every(isPlain)) return hidden.has(path)
      for (const part of here) showIn(part, text)
      place()
      return true
    },
    choose(path: string) {
      const chosen = markChosen(path)
      if (chosen) bringIntoView(chosen)
    },
    /** Brings the keyboard back to the button that was pressed before the page was loaded again. */
    focusAct: bar.focus,
    /** The fields that are seen on the page, in its order. */
    listPaths() {
      const seen = regions.filter(({ element }) => element.offsetWidth > smallest)
      return [...new Set(seen.flatMap(({ parts }) => parts.map(({ path }) => path)))]
    },
    isWriting: () => parts.some(({ element }) => element.isContentEditable),
  }
}

const isInView = ({ element }: Region, seen: number) => {
  const { top, height } = element.getBoundingClientRect()
  return height > smallest && top < seen
}

const isPlain = ({ isText, attribute }: Part) => isText === true || attribute !== undefined

function showIn({ element, attribute }: Part, text: string) {
  if (attribute) element.setAttribute(attribute, text)
  // Not where it is being written, whose caret would jump.
  else if (!element.isContentEditable && element.textContent !== text) element.textContent = text
}

/** Menus, search and folds still open and close, so that what is in them can be reached. */
const opening = 'summary, [popovertarget]'

/** The tabulator leads from outline to outline. */
function leaveOnlyRegions(page: Document) {
  for (const element of page.querySelectorAll<HTMLElement>('a, button, input, select, textarea, iframe'))
    if (!element.matches(`.region, .item-bar *, ${opening}`)) element.tabIndex = -1
}

/** From the inside. Elements of a frame are of another window's classes. */
const listAt = (event: Event) => event.composedPath().filter((node): node is Element => 'matches' in node)
