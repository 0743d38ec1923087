/** People cannot link devices themselves: nothing said whose account one was behind. */
export const noLinkedDevices = [`alter table device drop column linked_by`];
