import type { MenuGroup } from '#app/admin-sections.ts'
import { doneId } from '#app/domain/shared/done.ts'
import { shortcutsPage as words } from './shortcuts-words.ts'
import type { FrameDialog } from './use-frame-dialog.tsx'

type Frame = { goTo: (path: string) => void; open: (dialog: FrameDialog) => void }

/** `act` is missing where the browser does it. */
type Shortcut = { keys: string; text: string; act?: (frame: Frame) => boolean | void }

const goTo = (path: string) => (frame: Frame) => frame.goTo(path)

const showView = (view: string) => () => {
  const link = document.querySelector<HTMLElement>(`.cal-views [data-view="${view}"]`)
  link?.click()
  return link !== null
}

const firstKeyOfSection: Partial<Record<string, string>> = {
  '/admin': 't',
  '/admin/appointments': 'c',
  '/admin/patients': 'p',
  '/admin/orders': 'o',
  '/admin/messages': 'm',
  '/admin/mail': 'e',
  '/admin/newsletter': 'n',
  '/admin/subscribers': 's',
}

type ShortcutGroup = { name: string; page?: string; shortcuts: Shortcut[] }

/** What the keys do and the sheet says. A group with a `page` is for that page only. */
export const toShortcutGroups = (menu: readonly MenuGroup[] = []): ShortcutGroup[] => [
  {
    name: words.groups.anywhere,
    shortcuts: [
      { keys: '/', text: words.search, act: ({ open }) => open('search') },
      { keys: 'n', text: words.newAppointment, act: goTo('/admin/appointments/new') },
      { keys: 'b', text: words.block, act: goTo('/admin/appointments#block') },
      { keys: 'z', text: words.undo, act: () => document.querySelector<HTMLElement>(`#${doneId} button`)?.click() },
      { keys: '?', text: words.sheet, act: ({ open }) => open('shortcuts') },
    ],
  },
  {
    name: words.groups.go,
    shortcuts: menu.flatMap(({ sections }) =>
      sections.flatMap(({ href, text }) => {
        const key = firstKeyOfSection[href]
        return key ? [{ keys: `g ${key}`, text, act: goTo(href) }] : []
      }),
    ),
  },
  {
    name: words.groups.calendar,
    page: '/admin/appointments',
    shortcuts: [
      { keys: 'd', text: words.views.day, act: showView('day') },
      { keys: 'w', text: words.views.week, act: showView('week') },
      { keys: 'l', text: words.views.list, act: showView('list') },
      { keys: 'm', text: words.views.month, act: showView('month') },
    ],
  },
  {
    name: words.groups.lists,
    shortcuts: [
      { keys: 'j', text: words.next, act: () => moveFocus(1) },
      { keys: 'k', text: words.previous, act: () => moveFocus(-1) },
      { keys: 'Enter', text: words.open },
      {
        keys: 'x',
        text: words.choose,
        act: () => document.activeElement?.closest('tr')?.querySelector<HTMLElement>('.choose input')?.click(),
      },
      // The bar comes after all rows.
      { keys: 'a', text: words.act, act: () => document.querySelector<HTMLElement>('.bulk button')?.focus() },
    ],
  },
]

/** To the next row of the page's lists, by the link that opens it. */
function moveFocus(step: 1 | -1) {
  const rows = [...document.querySelectorAll<HTMLElement>('main :is(.leads, .opens)')]
  const focused = document.activeElement?.closest('tr, li')
  const at = rows.findIndex((row) => row === document.activeElement || focused?.contains(row))
  const next = at < 0 ? (step > 0 ? rows[0] : rows.at(-1)) : rows[at + step]
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
}
