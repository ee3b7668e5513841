import { admin } from '#content/pages/admin.ts'

export const shortcutsPage = {
  title: admin.shortcuts,
  groups: { anywhere: 'Anywhere', go: 'Go to', calendar: 'In the calendar', lists: 'In a list' },
  search: admin.search,
  newAppointment: admin.newAppointment,
  block: 'Block time',
  undo: 'Undo, while it is offered',
  sheet: 'Show these shortcuts',
  views: { day: 'Day view', week: 'Week view', list: 'List view', month: 'Month view' },
  next: 'Next row',
  previous: 'Previous row',
  open: 'Open the row',
  choose: 'Select the row',
  act: 'Go to the actions for selected rows',
  followedBy: 'then',
  or: 'or',
  singleKeys: 'Shortcuts of a single key',
  singleKeysHint: 'They never act in a field. Turn them off if you dictate, or press keys by accident. Ctrl K stays.',
  close: 'Close',
}
