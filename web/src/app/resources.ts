import type { ResourceProps } from 'ra-core';
import { machines } from '../machines/index.ts';
import { menus } from '../menus/index.ts';
import { programs } from '../programs/index.ts';
import { structures } from '../structures/index.ts';
import { tags } from '../tags/index.ts';
import { users } from '../users/index.ts';

/** One line for each resource: its name and its pages. */
export const resources: ResourceProps[] = [machines, programs, menus, structures, tags, users];
