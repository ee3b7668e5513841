import { groupBy } from '#app/domain/shared/group-by.ts'
import type { Part } from './find-parts.ts'

/** A block of the page with the fields that show in it. */
export type Region = { element: HTMLElement; parts: Part[]; button: HTMLButtonElement }

type Names = {
  /** Shown at the outline. */
  tag: string
  /** Of the button. */
  name: string
  isLocked: boolean
}

/**
 * Lays an outline over each block that has fields. The outlines are buttons, so that they are reached by keyboard; the
 * pointer goes through them to the page, whose own elements stay as they are.
 */
export function addRegions(page: Document, parts: Part[], describe: (path: string) => Names): Region[] {
  const layer = page.createElement('div')
  layer.className = 'regions'
  const blocks = [...groupBy(parts, ({ element }) => blockOf(element))].toSorted(([one], [other]) =>
    one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  )
  const regions = blocks.map(([element, parts]): Region => {
    const { tag, name, isLocked } = describe(parts[0]!.path)
    const button = page.createElement('button')
    button.type = 'button'
    button.className = isLocked ? 'region region-locked' : 'region'
    button.ariaLabel = name
    button.append(Object.assign(page.createElement('span'), { textContent: tag }))
    layer.append(button)
    return { element, parts, button }
  })
  page.body.append(layer)
  return regions
}

/** Texts for screen readers alone are smaller. */
export const smallest = 8

/** Puts the outlines where their blocks are now, and their names within the page. */
export function layOut(page: Document, regions: Region[]) {
  const { scrollX = 0, scrollY = 0, frameElement, innerWidth = 1 } = page.defaultView ?? {}
  // As wide on the screen as outlines of the dashboard.
  const scale = (frameElement?.getBoundingClientRect().width ?? innerWidth) / innerWidth
  regions[0]?.button.parentElement?.style.setProperty('--px', `${1 / scale}px`)
  const places = regions.map(({ element, button }) => ({
    ...toPlace(element.getBoundingClientRect()),
    tag: button.firstElementChild?.clientWidth ?? 0,
  }))
  regions.forEach(({ button: { style } }, index) => {
    const { left, top, width, height, tag } = places[index]!
    style.display = Math.min(width, height) < smallest ? 'none' : ''
    style.left = `${left + scrollX}px`
    style.top = `${top + scrollY}px`
    style.width = `${width}px`
    style.height = `${height}px`
    style.setProperty('--tag-left', `${Math.min(-5, innerWidth - left - tag)}px`)
  })
}

const toPlace = ({ left, top, width, height }: DOMRect) => ({ left, top, width, height })

/** The element that makes the text's lines. */
function blockOf(element: HTMLElement): HTMLElement {
  const { parentElement } = element
  const view = element.ownerDocument.defaultView
  const isInline = ['inline', 'contents'].includes(view?.getComputedStyle(element).display ?? '')
  return isInline && element.tagName !== 'IMG' && parentElement ? blockOf(parentElement) : element
}
