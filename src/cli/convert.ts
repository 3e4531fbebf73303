import { Command } from 'commander';
