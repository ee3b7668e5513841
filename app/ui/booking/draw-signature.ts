// Only on the page of a form: a signature can also be drawn. A typed name always works, without this script too.

/** As the server stores it: lines between whole points of 400 × 120. */
const [width, height] = [400, 120]
const mostCharacters = 11_900

for (const place of document.querySelectorAll<HTMLElement>('.sign-here')) {
  const field = place.querySelector<HTMLInputElement>('input[type="hidden"]')
  if (field) offerDrawing(place, field)
}

function offerDrawing(place: HTMLElement, field: HTMLInputElement) {
  const { draw = '', clear = '' } = place.dataset
  const label = document.createElement('p')
  label.textContent = draw
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  // As attributes: the properties do nothing in Firefox before 119.
  canvas.setAttribute('role', 'img')
  canvas.setAttribute('aria-label', draw)
  const button = document.createElement('button')
  Object.assign(button, { type: 'button', className: 'btn-text', textContent: clear })
  place.append(label, canvas, button)
  const context = canvas.getContext('2d')!
  Object.assign(context, { lineWidth: 2.5, lineCap: 'round', lineJoin: 'round', strokeStyle: '#1a1a1a' })

  const show = () => {
    context.clearRect(0, 0, width, height)
    context.stroke(new Path2D(field.value))
    button.hidden = field.value === ''
  }
  /** A whole number of at most three digits, within the field. */
  const clamp = (at: number, most: number) => Math.max(0, Math.min(most, Math.round(at)))
  const toPoint = ({ clientX, clientY }: PointerEvent) => {
    const { left, top, width: shown, height: tall } = canvas.getBoundingClientRect()
    return [clamp(((clientX - left) / shown) * width, width), clamp(((clientY - top) / tall) * height, height)] as const
  }
  let last: readonly [number, number] | undefined
  const add = (command: 'M' | 'L', point: readonly [number, number]) => {
    if (field.value.length > mostCharacters) return
    field.value += `${command}${point.join(' ')}`
    last = point
    show()
  }
  canvas.addEventListener('pointerdown', (event) => {
    canvas.setPointerCapture(event.pointerId)
    const point = toPoint(event)
    add('M', point)
    // A dot.
    add('L', point)
  })
  canvas.addEventListener('pointermove', (event) => {
    const point = toPoint(event)
    if (last && Math.hypot(point[0] - last[0], point[1] - last[1]) >= 2) add('L', point)
  })
  const stop = () => (last = undefined)
  canvas.addEventListener('pointerup', stop)
  canvas.addEventListener('pointercancel', stop)
  button.addEventListener('click', () => {
    field.value = ''
    show()
  })
  // What was drawn before a field was wrong.
  show()
}
