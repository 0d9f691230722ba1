import {
  activities,
  alive,
  answers,
  birth,
  changed,
  errors,
  readings,
  reported,
  requests,
  will,
} from './fromMachines.ts';
import { commands, desired, programs, refused, stored } from './fromServer.ts';

/**
 * Every topic with its schema and direction; the server's inbound table and the AsyncAPI document are made from it.
 */
export const upMessages = { birth, will, activities, errors, readings, reported, changed, requests, answers, alive };
export const downMessages = { desired, programs, commands, stored, refused };
