import { type DragEvent, type MouseEvent, type PointerEvent, type RefObject, useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'

/** Pixels that a pointer moves before it drags, and milliseconds that a finger rests. */
const [threshold, longPressMs] = [6, 350]

export type DragPoint = { pageX: number; pageY: number }

type Drag = {
  /** Whether something is picked up at this element. */
  start: (target: Element, at: DragPoint) => boolean
  move: (at: DragPoint) => void
  drop: () => void
  cancel: () => void
}

/**
 * Dragging anything on one surface. A finger picks up by resting, so that it can still scroll. The surface decides what
 * lies where: a component for each of hundreds of appointments, as libraries have it, would render all of them anew
 * whenever a drag begins.
 */
export function useDrag(surface: RefObject<HTMLElement | null>, drag: Drag) {
  const state = useRef<{
    phase: 'pressed' | 'dragging'
    pointer: number
    target: Element
    at: DragPoint
    timer?: number
  }>(undefined)
  /** The click that ends a drag opens nothing. */
  const wasDragged = useRef(false)

  useEffect(() => {
    const element = surface.current
    const keepStill = (event: TouchEvent) =>
      state.current?.phase === 'dragging' && event.cancelable && event.preventDefault()
    element?.addEventListener('touchmove', keepStill, { passive: false })
    return () => element?.removeEventListener('touchmove', keepStill)
  }, [surface])

  function begin(at: DragPoint) {
    const pressed = state.current
    if (!pressed || !drag.start(pressed.target, pressed.at)) return stop()
    pressed.phase = 'dragging'
    wasDragged.current = true
    surface.current?.setPointerCapture(pressed.pointer)
    drag.move(at)
  }

  function stop() {
    clearTimeout(state.current?.timer)
    state.current = undefined
  }

  function end(finish: () => void) {
    const isDragging = state.current?.phase === 'dragging'
    stop()
    if (isDragging) finish()
  }

  return {
    onPointerDown(event: PointerEvent) {
      wasDragged.current = false
      if (event.button !== 0 || !(event.target instanceof Element)) return
      const at = { pageX: event.pageX, pageY: event.pageY }
      state.current = { phase: 'pressed', pointer: event.pointerId, target: event.target, at }
      if (event.pointerType === 'touch') state.current.timer = window.setTimeout(() => begin(at), longPressMs)
    },
    onPointerMove(event: PointerEvent) {
      const { current } = state
      if (!current) return
      const at = { pageX: event.pageX, pageY: event.pageY }
      // Rendered before the pointer is lifted, because what is shown is dropped.
      if (current.phase === 'dragging') return flushSync(() => drag.move(at))
      if (Math.hypot(at.pageX - current.at.pageX, at.pageY - current.at.pageY) < threshold) return
      // A finger that moves before it has rested scrolls, except on what is there to be dragged.
      if (event.pointerType === 'touch' && !isHandle(current.target)) stop()
      else flushSync(() => begin(at))
    },
    onPointerUp: () => end(drag.drop),
    onPointerCancel: () => end(drag.cancel),
    cancel: () => end(drag.cancel),
    onClickCapture(event: MouseEvent) {
      if (!wasDragged.current) return
      wasDragged.current = false
      event.preventDefault()
      event.stopPropagation()
    },
    /** The browser's own dragging of links, and its menu after a long press. */
    onDragStart: (event: DragEvent) => event.preventDefault(),
    onContextMenu: (event: MouseEvent) => state.current?.phase === 'dragging' && event.preventDefault(),
  }
}

const isHandle = (target: Element) => target.closest('[data-edge]') !== null
