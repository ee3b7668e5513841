/** The texts of the website, in the dashboard. */
export const pagesWords = {
  title: 'Pages',
  lead: 'Texts and pictures of the website. What you publish shows at once.',
  columns: { page: 'Page', published: 'Published', view: 'On the website' },
  view: 'View page',
  delivered: 'Original text',
  you: 'you',
  placeholders: (names: string[]) =>
    `These stand for facts about the clinic, and follow when those change: ${names.join(' ')}`,
  /** Beside a text that nobody wrote yet. */
  unwritten: (placeholder: string) => `${placeholder} is still a placeholder.`,
  picture: {
    add: 'Add a picture',
    saveFirst: 'Save the draft first, so that what you typed isn’t lost.',
    crop: 'Adjust the crop',
    again: 'The picture wasn’t added. Please add it once more.',
    gone: 'A picture that isn’t in the library any more',
  },
  colors: { pick: (label: string) => `Choose a color: ${label}` },
  publish: 'Publish',
  publishing: 'Publishing…',
  published: (page: string) => `${page} published.`,
  /** Of what is saved without a draft. */
  atOnce: {
    publish: 'Save',
    publishing: 'Saving…',
    published: (entry: string) => `${entry} saved.`,
    nothing: 'There’s nothing to save: nothing was changed.',
    meanwhileAdvice: 'Your text is still in the fields below. Compare it with theirs, then save.',
  },
  restored: (page: string) => `${page}: the earlier version is back.`,
  save: 'Save draft',
  saving: 'Saving…',
  saved: (page: string) => `${page}: draft saved. Visitors still see the published version.`,
  added: 'Added as a draft. Fill in the rest, then publish it.',
  discard: 'Discard draft',
  discarded: (page: string) => `${page}: draft discarded.`,
  schedule: {
    heading: 'Publish later',
    at: 'Date and time',
    button: 'Schedule',
    off: 'Don’t publish by itself',
  },
  scheduled: (page: string) => `${page} scheduled.`,
  unscheduled: (page: string) => `${page}: not scheduled any more. The draft is still here.`,
  preview: {
    heading: 'Preview',
    frame: (page: string) => `${page}, as it will be`,
    open: 'Open the preview',
    width: { label: 'Width', options: { desktop: 'Desktop', tablet: 'Tablet', phone: 'Phone' } },
    colors: { label: 'Colors', options: { light: 'Light', dark: 'Dark' } },
  },
  stock: {
    heading: 'Stock',
    notCounted: 'Not counted',
    left: (left: number) => (left === 0 ? 'Sold out' : `${left.toLocaleString('en-US')} left`),
  },
  publishAnyway: 'Publish anyway',
  removal: {
    heading: 'Remove',
    hint: 'Past records keep its name, and you can put it back at any time.',
    removed: 'It was removed and isn’t used any more.',
    button: 'Remove',
    anyway: 'Remove it anyway',
    keep: 'Keep it',
    leave: 'Leave it as it is',
    putBack: 'Put back',
    done: (entry: string) => `${entry} removed.`,
    back: (entry: string) => `${entry} is back.`,
    lastRoom: 'Without a room nothing can be booked. Add another one first.',
    onlyRoomOf: (services: string[]) =>
      `It’s the only room of ${services.join(', ')}. Check another room there first, or none for any room.`,
    ahead: {
      rooms: (count: number) =>
        count === 1
          ? '1 appointment ahead in this room. It keeps its time and room.'
          : `${count} appointments ahead in this room. They keep their time and room.`,
      services: (count: number) =>
        count === 1
          ? '1 appointment ahead. It keeps its time and name.'
          : `${count} appointments ahead. They keep their time and name.`,
      products: (count: number) =>
        count === 1
          ? '1 order isn’t done yet. It keeps this product, with its name and price.'
          : `${count} orders aren’t done yet. They keep this product, with its name and price.`,
      team: (count: number) =>
        count === 1
          ? '1 appointment ahead with this person. It keeps its time and name.'
          : `${count} appointments ahead with this person. They keep their time and name.`,
    },
    lastOf: (services: string[]) =>
      `Nobody else gives ${new Intl.ListFormat('en-US').format(services)}: visitors then can’t book ${services.length === 1 ? 'it' : 'them'}.`,
  },
  canvas: {
    card: (each: string, title: string) => `${each}: ${title}`,
    open: 'Edit',
    edit: (label: string) => `Edit ${label}`,
    locked: (label: string, why: string) => `${label}. Can’t be changed here. ${why}`,
  },
  fields: {
    begin: 'Choose a text or picture to edit.',
    previous: 'Previous field',
    next: 'Next field',
    show: 'Show fields',
    hide: 'Hide fields',
  },
  autosave: {
    saving: 'Saving…',
    failed: 'Not saved. We’ll try again.',
    saved: (at: string) => `Saved ${at}`,
    conflict: 'Press Save draft: both texts are then shown, and nothing you typed is lost.',
  },
  draft: {
    changes: (count: number) => `Draft, ${count} ${count === 1 ? 'change' : 'changes'}`,
    savedBy: (when: string, who: string) => `Saved ${when} by ${who}`,
    scheduledFor: (when: string) => `Will be published ${when}`,
    problems: {
      changed: 'Not published at its time: someone published another version first.',
      unfit: 'Not published at its time: a text doesn’t fit its field.',
      claims: 'Not published at its time: a text may make a claim about a disease.',
    },
  },
  compare: {
    link: 'Compare',
    named: (version: string) => `Compare ${version}`,
    heading: 'Compare',
    of: (version: string) => `${version} and what’s published now`,
    ofDraft: 'What the draft changes',
    published: 'Published now',
    draft: 'Draft',
    same: 'Nothing is different.',
    missing: 'Not there',
    empty: 'Empty',
    on: 'On',
    off: 'Off',
    close: 'Close the comparison',
  },
  list: {
    add: (each: string) => `Add ${each.toLowerCase()}`,
    remove: 'Remove',
    up: 'Move up',
    down: 'Move down',
    done: {
      add: (page: string) => `${page}: added to the draft.`,
      remove: (page: string) => `${page}: removed from the draft.`,
      move: (page: string) => `${page}: moved in the draft.`,
    },
    named: (act: string, item: string) => `${act}: ${item}`,
  },
  unknownItem: 'That can’t be added, moved or removed here. Nothing was changed.',
  fixed: 'Can’t be changed here.',
  failure: 'That couldn’t be saved. Nothing was changed, and what you typed is still here.',
  meanwhile: 'Someone else changed this page after you opened it. Nothing of theirs was overwritten.',
  savedMeanwhile: 'Someone else changed this draft after you opened it, so it wasn’t discarded. Open the page again.',
  meanwhileAdvice: 'Your text is still in the fields below. Compare it with theirs, then publish.',
  theirs: (text: string) => `Changed meanwhile to: ${text}`,
  withoutPlace: (text: string) => `They removed where you wrote ‘${text}’.`,
  nothing: 'There’s nothing to publish: no text was changed.',
  unknownVersion: 'That version isn’t there any more.',
}

/** Services, products, people and other collections, in the dashboard. */
export const entriesWords = {
  nobodyGives: (services: string[]) =>
    `Nobody on the team gives ${new Intl.ListFormat('en-US').format(services)}. Visitors can’t book ${services.length === 1 ? 'it' : 'them'} until you check ${services.length === 1 ? 'it' : 'them'} with a person.`,
  columns: (about: string, acts: string) => ({ name: 'Name', about, state: 'Status', acts }),
  order: 'Order',
  acts: 'Newsletter',
  up: 'Move up',
  down: 'Move down',
  gone: 'That isn’t there any more.',
  moved: (entry: string) => `${entry} moved.`,
  notMoved: 'That couldn’t be moved. Check your connection, then try again.',
  movedMeanwhile: 'Someone else moved something meanwhile. Nothing was changed; please look at the list again.',
  states: { new: 'Not published yet', shown: 'Shown', unavailable: 'Not available now', removed: 'Removed' },
  /** Of what is on no page of the website: rooms and forms. */
  use: { shown: 'In use', unavailable: 'Not in use' },
  draft: { waiting: 'has a draft', scheduled: 'scheduled' },
  view: 'View page',
  name: 'Name',
  blank: 'Enter a name.',
  tooLong: (most: number) => `Use at most ${most} characters.`,
  failure: 'That couldn’t be added. Nothing was changed.',
}
