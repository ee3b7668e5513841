// On a device of the clinic in a patient's hands: blanks the page in time, and keeps what was typed.
import { offerPasskey } from '#app/ui/passkeys/offer-passkey.ts'

/** As on the server (domain/booking/forms/tablet.server.ts). */
const untouchedMs = 3 * 60_000
const lookEveryMs = 5_000
const sayEveryMs = 15_000
const saveAfterMs = 1_000
const signs = ['pointerdown', 'pointermove', 'keydown', 'input', 'wheel', 'touchstart', 'scroll']

const toFields = (typed: HTMLFormElement) =>
  new URLSearchParams([...new FormData(typed)].filter((pair): pair is [string, string] => typeof pair[1] === 'string'))

const post = (intent: string, fields: URLSearchParams) =>
  fetch('/tablet/draft', {
    method: 'POST',
    body: new URLSearchParams([...fields, ['intent', intent]]),
    // Also while the page goes away; browsers take only short ones then.
    keepalive: intent === 'save',
  })
    .then((answer) => (answer.status < 500 ? answer : undefined))
    .catch(() => undefined)

const form = document.querySelector<HTMLInputElement>('input[name="form"]')?.form
const until = Date.now() + Number(document.querySelector<HTMLElement>('#tablet-script')?.dataset.left)
let touchedAt = Date.now()
let saidAt = 0
/** What the page came with needs no saving; what was typed before this script arrived does. */
let saved = form ? asItCame(form).toString() : ''
let typing: ReturnType<typeof setTimeout> | undefined
let isOver = false

for (const place of document.querySelectorAll<HTMLElement>('[data-failed]')) offerPasskey(place)

// Other tabs go blank (enhance/tablet-elsewhere.ts).
try {
  localStorage.setItem('tablet', String(Date.now()))
} catch {
  // They ask the server when somebody looks at them.
}

function asItCame(typed: HTMLFormElement) {
  const copy = typed.cloneNode(true) as HTMLFormElement
  copy.reset()
  return toFields(copy)
}

if (form) {
  for (const sign of signs) addEventListener(sign, touch, { capture: true, passive: true })
  form.addEventListener('input', () => {
    clearTimeout(typing)
    typing = setTimeout(() => isOver || void say(form, 'save'), saveAfterMs)
  })
  addEventListener('pagehide', () => isOver || void say(form, 'save'))
  document.addEventListener('visibilitychange', look)
  setInterval(look, lookEveryMs)
  void say(form, 'touch')
}

/** The first touch after the time comes too late. */
function touch() {
  look()
  if (!isOver) touchedAt = Date.now()
}

function look() {
  if (isOver || !form) return
  const now = Date.now()
  if (now >= until || now - touchedAt >= untouchedMs) return blank(form)
  if (touchedAt > saidAt && now - saidAt >= sayEveryMs) void say(form, 'touch')
}

function blank(typed: HTMLFormElement) {
  isOver = true
  const fields = toFields(typed)
  document.body.replaceChildren()
  const leave = async () => {
    // Without a connection, what was typed waits here, unseen.
    if (await post('close', fields)) location.replace('/tablet')
    else setTimeout(leave, lookEveryMs)
  }
  void leave()
}

async function say(typed: HTMLFormElement, intent: 'touch' | 'save') {
  if (intent === 'touch') saidAt = Date.now()
  const fields = toFields(typed)
  const isNew = fields.toString() !== saved
  const answer = await post(intent, isNew ? fields : new URLSearchParams())
  if (answer?.status === 204 && isNew) saved = fields.toString()
  if (answer && answer.status !== 204 && answer.status < 500 && intent === 'touch' && !isOver) blank(typed)
}
